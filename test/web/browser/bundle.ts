import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { call } from './calls.ts';

/** The files of a bundle in a folder, as `simulate base-station --bundle` wants them. */
export function unpacked(folder: string, name: string, zip: Uint8Array): string {
  const bundle = join(folder, name);
  mkdirSync(bundle);
  for (const [file, bytes] of Object.entries(unzipSync(zip))) {
    if (!file.endsWith('/')) writeFileSync(join(bundle, file.replace(/^.*\//, '')), bytes);
  }
  return bundle;
}

/** Registers a station and gives it a certificate. @returns its folder */
export async function stationBundle(url: string, folder: string, bsEui: string): Promise<string> {
  await call(url, 'CreateBaseStation', { baseStation: { bsEui, name: `station ${bsEui.slice(-2)}` } });
  await call(url, 'GenerateCertificate', { bsEui });
  const asked = { bsEui, certType: 'bundle', format: 'zip', includeKey: true };
  const { content } = await call<{ content: string }>(url, 'DownloadBaseStationCertificate', asked);
  return unpacked(folder, bsEui, Buffer.from(content, 'base64'));
}
