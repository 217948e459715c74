import type { DomainItem } from '../domain/integration/integration-records.ts';
import { best } from '../domain/message/reception.ts';
import type { Eui } from '../kit/eui.ts';
import { type Deliverer, deliveryId } from './delivery/delivery-id.ts';
import type { Item, Stream } from './driver.ts';
import { type Payload, payloadOf } from './payload.ts';

/** For whom items are made. */
export interface Recipient extends Deliverer {
  readonly organizationId: string;
  readonly includeSubpackets: boolean;
}

/**
 * An item of the store as a driver gets it. What it says is made when a driver asks, and its text is not kept: the item is in memory for
 * as long as it is under way.
 */
export class DeliveryItem implements Item {
  readonly #item: DomainItem;
  readonly #to: Recipient;
  readonly replay: boolean;
  readonly #saysReplay: boolean;
  attempt = 0;
  #id: string | undefined;
  #payload: Payload | undefined;

  /** @param saysReplay whether the payload says that it is a replay: what was parked has not been there before */
  constructor(item: DomainItem, to: Recipient, replay: boolean, saysReplay = replay) {
    this.#saysReplay = saysReplay;
    this.#item = item;
    this.#to = to;
    this.replay = replay;
  }

  get stream(): Stream {
    return this.#item.stream;
  }

  get place(): number {
    return this.#item.place;
  }

  get event(): string {
    return this.#item.event;
  }

  get epEui(): Eui | undefined {
    return this.#item.epEui;
  }

  get bsEui(): Eui | undefined {
    if (this.#item.event !== 'up') return this.#item.bsEui;
    const { message, stations } = this.#item;
    return stations.get(best(message.receptions).station)?.bsEui;
  }

  get storedAt(): number {
    return this.#item.storedAt;
  }

  get deliveryId(): string {
    this.#id ??= deliveryId(this.#to, this.stream, this.place);
    return this.#id;
  }

  get payload(): Payload {
    this.#payload ??= this.#made();
    return this.#payload;
  }

  get values(): Item['values'] {
    return this.#item.event === 'up' ? this.#item.decoded.values : undefined;
  }

  text(): string {
    return JSON.stringify(this.#payload ?? this.#made());
  }

  #made(): Payload {
    const { organizationId, includeSubpackets: subpackets } = this.#to;
    const [id, replay] = [this.deliveryId, this.#saysReplay];
    return payloadOf(this.#item, { deliveryId: id, organizationId, subpackets, replay });
  }
}
