import { fault } from '../../kit/faults/faults.ts';
import type { AccessControl } from './access-control.ts';
import { type RequestLimitOptions, RequestLimits } from './caller-limits.ts';
import type { Admission, Principal, Row } from './define.ts';
import type { RunningCall } from './running-call.ts';

export interface AdmitterOptions extends RequestLimitOptions {
  readonly access: AccessControl;
}

/** Lets a call in or refuses it: how often one asks, who that is and what he may, and whether this edition has the method. */
export class Admitter {
  readonly #access: AccessControl;
  readonly #limits: RequestLimits;

  constructor(options: AdmitterOptions) {
    this.#access = options.access;
    this.#limits = new RequestLimits(options);
  }

  /** Throws the fault of the first check that fails. */
  async admit(call: RunningCall): Promise<{ row: Row; admission: Admission }> {
    const { row, incoming } = call;
    const { inside } = incoming;
    const limited = !inside && !row?.keyed;
    // By address as long as the caller is not known, so that refused calls stay cheap.
    if (limited) this.#limits.take(call);
    if (!row) throw fault('MethodUnknown');
    const admission = inside?.admission ?? (await this.#letIn(row, call));
    call.principal = admission.principal;
    if (limited) this.#limits.takeKnown(call);
    if (row.refuse) throw fault(row.refuse, { method: row.name });
    return { row, admission };
  }

  /** Of an address that asks for what is no call. @throws fault `RateLimited` */
  countUnknown(address: string): void {
    this.#limits.takePublic({ incoming: { address }, principal: undefined });
  }

  #letIn(row: Row, call: RunningCall): Admission | Promise<Admission> {
    return row.keyed ? this.#letInPublic(row, call) : this.#access.admit(row, call.incoming);
  }

  /** To the public API: a caller with a key is not held up by others who come from the same address and show none. */
  async #letInPublic(row: Row, call: RunningCall): Promise<Admission> {
    const known = (principal: Principal) => {
      call.principal = principal;
      this.#limits.takePublic(call);
    };
    try {
      return await this.#access.admit(row, call.incoming, known);
    } catch (cause) {
      if (!call.principal) this.#limits.takePublic(call);
      throw cause;
    }
  }
}
