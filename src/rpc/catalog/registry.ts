import { envelopeText, registryPath } from '../../domain/blueprint/envelope.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import { type Row, rpc } from '../call/define.ts';
import { flag, note, text, uuid } from '../checks.ts';
import { fields } from '../input.ts';

const MAX_EMAIL = 254;

/** Hands blueprints out to a public registry: as text, for no registry is configured (blueprint format, section 11). */
export function registry({ store }: { readonly store: Store }): readonly Row[] {
  return [
    rpc('SubmitBlueprintToRegistry', {
      access: 'org',
      needs: 'E|S',
      scope: 'catalog:write',
      input: fields({
        id: uuid,
        contributor_name: text(128, { required: 'ContributorNameRequired' }),
        contributor_email: text(MAX_EMAIL, { required: 'ContributorEmailRequired' }),
        notes: note,
        export_only: flag,
      }),
      handle({ id, export_only }, { org }) {
        const row = store.read.blueprints.find(org, id);
        const model = row && store.read.deviceModels.find(org, row.model_uuid);
        const manufacturer = model && store.read.manufacturers.find(org, model.manufacturer_uuid);
        if (!row?.document || !model || !manufacturer) throw fault('BlueprintNotFound', { id });
        if (!export_only) throw fault('RegistryDisabled', { hint: 'export_only' });
        const document = envelopeText(row.document, {
          createdAt: row.created_at,
          updatedAt: row.updated_at,
          modelCode: model.code,
          modelId: model.uuid,
          modelName: model.name,
          id: row.uuid,
          isDefault: row.is_default !== 0,
          manufacturerName: manufacturer.name,
          typeEui: row.spec_type_eui,
          version: row.version,
        });
        return { document, branch: registryPath(manufacturer.code, model.code, row.version) ?? '' };
      },
    }),
  ];
}
