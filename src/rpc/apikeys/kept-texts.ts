import type { KeptTexts } from '../../domain/apikey/issue.ts';
import type { Store } from '../../domain/domain.ts';
import { onceAbout } from '../../domain/once/contents.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';

/** Keeps the text of a key sealed beside the result of the call that has made it, for the same call that comes again. */
export function keptTexts({ store, sealer }: { readonly store: Store; readonly sealer: Sealer }): KeptTexts {
  return {
    seal: (text, once) => sealer.seal(Buffer.from(text), onceAbout(once)),
    first(once) {
      const { secret } = store.read.once.kept(once) ?? {};
      if (!secret) throw fault('KeyMaterialUnavailable');
      return Buffer.from(sealer.open(secret, onceAbout(once))).toString();
    },
  };
}
