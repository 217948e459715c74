import type { Config } from '../../config/load.ts';
import { BundleSource } from '../../update/bundle-source.ts';
import { UpdateRefused } from '../../update/refusal.ts';
import type { Source } from '../../update/source.ts';
import { WebSource } from '../../update/web-source.ts';

/** @throws UpdateRefused */
export function sourceOf({ update }: Config, file: string | undefined): Source {
  if (file !== undefined) return new BundleSource(file);
  if (update.url !== undefined) return new WebSource(update.url);
  throw new UpdateRefused('missing', 'no web server of releases is known: set update.url, or name a bundle by --file');
}
