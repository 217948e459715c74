// Registers, names, issues and downloads, one after the other. What is done is kept for the last step and not done twice.
import { signal } from '@preact/signals';
import { type Fault, faultOf } from '../../data/call/faults.ts';
import {
  addServerName,
  type BundleKind,
  downloadBundle,
  issueCertificate,
  registerStation,
  serverNames,
} from '../../data/onboarding.ts';
import { fileNameOf } from '../../model/onboarding.ts';
import { now } from '../../model/text/clock.ts';
import { saveFile } from '../../parts/save-file.ts';

export interface Done {
  at: number;
  what: 'registered' | 'known' | 'address' | 'made' | 'downloaded' | 'downloadedCertificate';
  /** The name, address, end or file that it is about. */
  about: string;
}

export interface Record {
  name: string;
  url: string;
  file: string;
  done: readonly Done[];
}

const records = signal<ReadonlyMap<string, Record>>(new Map());

/** What was done for a station since this page was loaded. */
export function recordOf(eui: string): Record | undefined {
  return records.value.get(eui);
}

interface Wanted {
  eui: string;
  name: string;
  kind: BundleKind;
  passphrase: string;
  request: string;
  address: string;
}

/** Undefined where all went well; what is done stays done for the next try. */
export async function makeBundle(wanted: Wanted): Promise<Fault | undefined> {
  const before = records.value.get(wanted.eui);
  let record: Record = before ?? { name: wanted.name, url: '', file: '', done: [] };
  const note = (what: Done['what'], about: string, more: Partial<Record> = {}) => {
    record = { ...record, ...more, done: [...record.done, { at: now(), what, about }] };
    records.value = new Map(records.value).set(wanted.eui, record);
  };
  try {
    if (!record.done.some(({ what }) => what === 'registered' || what === 'known')) {
      const { name, created } = await registerStation(wanted.eui, wanted.name);
      note(created ? 'registered' : 'known', name, { name });
    }
    if (wanted.address !== '' && !(await serverNames()).includes(wanted.address)) {
      await addServerName(wanted.address);
      note('address', wanted.address);
    }
    const issued = await issueCertificate(wanted.eui, wanted.kind === 'csr' ? wanted.request : '');
    note('made', String(issued.validUntil ?? ''), { url: `tls://${wanted.address}:${portOf(issued.url)}` });
    const { bytes, type } = await downloadBundle(wanted.eui, wanted.kind, wanted.passphrase);
    const file = `${fileNameOf(record.name)}.${wanted.kind === 'p12' ? 'p12' : 'zip'}`;
    saveFile(file, type, bytes);
    note(wanted.kind === 'csr' ? 'downloadedCertificate' : 'downloaded', file, { file });
    return undefined;
  } catch (cause) {
    return faultOf(cause);
  }
}

function portOf(url: string): string {
  return /:(\d+)$/.exec(url)?.[1] ?? '5000';
}
