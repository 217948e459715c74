import type { Db } from '../../database/driver.ts';
import { blueprintReader } from '../blueprint/blueprints.ts';
import { catalogEvents } from '../blueprint/catalog.ts';
import { blueprintWriter } from '../blueprint/changes.ts';
import { compareReader } from '../blueprint/compare.ts';
import { Decoders } from '../blueprint/decoders.ts';
import { decodingStore } from '../blueprint/decodings.ts';
import { effectiveBlueprints } from '../blueprint/effective.ts';
import { valueEncoder } from '../blueprint/encoding.ts';
import { endpointDecodings } from '../blueprint/endpoint-decodings.ts';
import { catalogImport } from '../blueprint/import.ts';
import { manufacturerReader, manufacturerWriter } from '../blueprint/manufacturers.ts';
import { modelReader, modelWriter } from '../blueprint/models.ts';
import { documentReader } from '../blueprint/preview.ts';
import { shippedCatalog } from '../blueprint/shipped.ts';
import { typeEuiOwners } from '../blueprint/type-euis.ts';
import type { Events } from '../event/event-store.ts';

/** Manufacturers, device models and blueprints, and what of them decodes an endpoint and encodes for it. */
export function catalogPart(
  db: Db,
  {
    events,
    catalogChanged,
  }: {
    readonly events: Events;
    /** What decodes an endpoint may be another blueprint. */
    catalogChanged(): void;
  },
) {
  const raise = catalogEvents(events);
  const types = typeEuiOwners(db);
  const manufacturers = { ...manufacturerReader(db), ...manufacturerWriter(db, { raise }) };
  const deviceModels = { ...modelReader(db), ...modelWriter(db, { raise, types, catalogChanged }) };
  const changes = blueprintWriter(db, { raise, types, manufacturers, deviceModels, catalogChanged });
  const rows = { ...blueprintReader(db), ...changes };
  const effective = effectiveBlueprints(db, types);
  const blueprints = { ...rows, ...effective };
  const decodings = decodingStore(db);
  const encoder = valueEncoder(blueprints);
  return {
    groups: {
      manufacturers,
      deviceModels,
      blueprints,
      catalogImport: catalogImport(db, { types, manufacturers, deviceModels, blueprints: rows }),
      shippedCatalog: shippedCatalog(db, { types, manufacturers, deviceModels, blueprints: rows }),
      blueprintDocuments: { ...documentReader(rows), ...compareReader(blueprints), ...encoder },
      decodings,
    },
    effective,
    decodings,
    decoders: new Decoders(decodings),
    ofEndpoints: endpointDecodings(db, { ...effective, ...decodings }),
    encoder,
  };
}
