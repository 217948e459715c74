// Long: for CI and `npm test -- --long`.
import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';

// The whole of the sources is read with its types.
t.setTimeout(240_000);

const ROOT = join(import.meta.dirname, '../..');
/** What serves RPCs. */
const SERVING = /^src\/(rpc\/|identity\/|rest\/|compose\/api\/(groups|rest|organization|key-holders)\.ts$)/;

function program(): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return ts.createProgram(
    [
      'src/compose/api/rest.ts',
      'src/compose/api/groups.ts',
      'src/identity/identity.ts',
      'src/compose/api/organization.ts',
    ].map(file => join(ROOT, file)),
    { ...options, noEmit: true, incremental: false },
  );
}

const all = program();
const checker = all.getTypeChecker();
const nameOf = (file: ts.SourceFile) => file.fileName.slice(ROOT.length + 1);
const sources = all.getSourceFiles().filter(file => SERVING.test(nameOf(file)));

/** The nouns of the store by their types, as one reads, writes or scans. */
function nouns(): Map<ts.Type, ts.Symbol> {
  const domain = all.getSourceFile(join(ROOT, 'src/domain/domain.ts'));
  const exported = domain && checker.getSymbolAtLocation(domain);
  const store = exported && checker.getExportsOfModule(exported).find(({ name }) => name === 'Store');
  if (!domain || !store) throw new Error('no type Store');
  const type = checker.getDeclaredTypeOfSymbol(store);
  const found = new Map<ts.Type, ts.Symbol>();
  const of = (way: string) => {
    const property = type.getProperty(way);
    if (!property) throw new Error(`the store has no ${way}`);
    return checker.getTypeOfSymbol(property);
  };
  // What writes and scans are called with is written down only where they are functions that are called at once.
  const functions = of('read');
  for (const way of ['read', 'write', 'scan']) {
    for (const noun of of(way).getProperties()) {
      const called = functions.getProperty(noun.name);
      if (called) found.set(checker.getTypeOfSymbol(noun), called);
    }
  }
  return found;
}

const nounOf = nouns();

/** Whose call it is, if it is repeated: it says nothing of what is written. */
const ONCE = 'once';

/** Whether one of the arguments is the organization, or has it. */
function takesOrganization(type: ts.Type): boolean {
  const isOrg = (name: string) => /^orgs?$/.test(name);
  const named = (symbol: ts.Symbol) => isOrg(symbol.name);
  const within = (given: ts.Type, depth = 2): boolean => {
    if (given.isUnion()) return given.types.some(each => within(each, depth));
    if (!(given.flags & ts.TypeFlags.Object) || checker.isArrayLikeType(given) || depth === 0) return false;
    return given
      .getProperties()
      .filter(({ name }) => name !== ONCE)
      .some(each => named(each) || within(checker.getNonNullableType(checker.getTypeOfSymbol(each)), depth - 1));
  };
  /** A function that takes its arguments as one list has their names in it. */
  const inTuple = (given: ts.Type): boolean => {
    if (!checker.isTupleType(given)) return false;
    const { labeledElementDeclarations: labels = [] } = (given as ts.TupleTypeReference).target;
    const isNamed = labels.some(label => label && ts.isIdentifier(label.name) && isOrg(label.name.text));
    return isNamed || checker.getTypeArguments(given as ts.TupleTypeReference).some(each => within(each));
  };
  const takes = (parameter: ts.Symbol): boolean => {
    const given = checker.getTypeOfSymbol(parameter);
    return named(parameter) || within(given) || inTuple(given);
  };
  return type.getCallSignatures().some(({ parameters }) => parameters.some(takes));
}

/** A function of the store that serves RPCs. */
interface Used {
  readonly files: Set<string>;
  readonly bound: boolean;
}

/** What serves RPCs out of the store, and what is handed a whole noun of it. */
function usedOfStore() {
  const used = new Map<string, Used>();
  const handed = new Set<string>();
  for (const file of sources) {
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      const noun = ts.isExpression(node) ? nounOf.get(checker.getTypeAtLocation(node)) : undefined;
      if (!noun) return;
      const { parent } = node;
      if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
        const name = parent.name.text;
        const fn = checker.getTypeOfSymbol(noun).getProperty(name);
        const bound = fn !== undefined && takesOrganization(checker.getTypeOfSymbol(fn));
        const known = used.get(`${noun.name}.${name}`) ?? { files: new Set<string>(), bound };
        known.files.add(nameOf(file));
        used.set(`${noun.name}.${name}`, known);
      } else if (!isNaming(node)) handed.add(`${noun.name} in ${nameOf(file)}`);
    };
    visit(file);
  }
  return { used, handed };
}

/** Only gives it a name, or names the noun behind a dot. */
function isNaming(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) ||
    ts.isBindingElement(parent) ||
    (ts.isPropertyAccessExpression(parent) && parent.name === node)
  );
}

const BY_ROW = 'by the row id of what was found by its organization; ids of these rows are never given again';
const BY_STATION = 'by the row id of a station of the organization; it serves all, so its lines say whose each is';
const CALLER = 'decides by who calls and what that caller is in the organization that the request names';
const OWN_ACCOUNT = 'about the account of who calls, or who signs in';
const OF_INSTALLATION = 'about the whole installation, for server administrators or before there are any';
const EACH = 'its reader takes out what is of another organization';

/** Functions of the store that serve RPCs and do not take the organization, and why that is right. */
const without: Readonly<Record<string, string>> = {
  'baseStations.attachedEndpoints': BY_ROW,
  'baseStations.changeEui': BY_ROW,
  'baseStations.remove': BY_ROW,
  'baseStations.row': BY_ROW,
  'baseStations.update': BY_ROW,
  'certificates.sealedKey': BY_ROW,
  'devices.secrets': BY_ROW,
  'devices.wrapping': BY_ROW,
  'media.content': BY_ROW,
  'rules.executions': BY_ROW,
  'integrations.retried': 'a number, kept under the key of a call, which says its organization',
  'values.newest': BY_ROW,
  'media.findAnywhere': 'of an address that was signed for this image',
  'alerts.silences': EACH,
  'accounts.assignRole': CALLER,
  'accounts.membership': 'takes the uuid of the organization that the request names',
  'retention.size': OF_INSTALLATION,
  'endpoints.remove': BY_ROW,
  'endpoints.row': BY_ROW,
  'endpoints.sealedKeys': BY_ROW,
  'endpoints.update': BY_ROW,
  'rxStatus.find': BY_ROW,
  'rxStatus.ofMessages': BY_ROW,
  'rxStatus.reports': BY_ROW,
  'timeline.operations': BY_ROW,
  'ulTransmits.sender': BY_ROW,
  'downlinkLists.outcomes': 'of an organization or, by row id, of an endpoint of one',
  'messages.stationAfter': BY_STATION,
  'messages.stationDownlinks': BY_STATION,
  'messages.stationLine': BY_STATION,
  'messages.after': EACH,
  'messages.find': EACH,
  'messages.decoded': 'decodes a message that was read, by what its endpoint is decoded with',
  'directory.stationIds': 'messages of the organization are shown whichever station has heard them',
  'directory.stationName': EACH,
  'blueprintDocuments.encode': 'with what an endpoint of the organization is decoded with',
  'blueprintDocuments.check': 'looks at a text that is not stored',
  'accounts.addMember': CALLER,
  'accounts.countsOf': CALLER,
  'accounts.createOrganization': CALLER,
  'accounts.deleteOrganization': CALLER,
  'accounts.deleteUser': CALLER,
  'accounts.isServerAdmin': CALLER,
  'accounts.listMemberships': CALLER,
  'accounts.listOrganizations': CALLER,
  'accounts.listedUser': CALLER,
  'accounts.organization': CALLER,
  'accounts.reach': CALLER,
  'accounts.removeMember': CALLER,
  'accounts.sight': CALLER,
  'accounts.updateMember': CALLER,
  'accounts.updateOrganization': CALLER,
  'accounts.updateUser': CALLER,
  'accounts.user': CALLER,
  'accounts.userByEmail': CALLER,
  'accounts.memberships': OWN_ACCOUNT,
  'accounts.organizationNamed': OWN_ACCOUNT,
  'accounts.activeKeyHolders': OF_INSTALLATION,
  'accounts.createUser': OF_INSTALLATION,
  'accounts.hasUsers': OF_INSTALLATION,
  'accounts.setPassword': OF_INSTALLATION,
  'administrators.create': OF_INSTALLATION,
  'externalIdentities.keepProvider': OF_INSTALLATION,
  'externalIdentities.provider': OF_INSTALLATION,
  'installation.defaultOrganization': OF_INSTALLATION,
  'secondFactors.confirm': OWN_ACCOUNT,
  'secondFactors.enrol': OWN_ACCOUNT,
  'secondFactors.enrolment': OWN_ACCOUNT,
  'secondFactors.isOn': OWN_ACCOUNT,
  'secondFactors.remove': OWN_ACCOUNT,
  'secondFactors.useRecovery': OWN_ACCOUNT,
  'secondFactors.useStep': OWN_ACCOUNT,
  'signIns.begin': OWN_ACCOUNT,
  'signIns.changePassword': OWN_ACCOUNT,
  'signIns.end': OWN_ACCOUNT,
  'signIns.endEverywhere': OWN_ACCOUNT,
  'signIns.endOfToken': OWN_ACCOUNT,
  'signIns.endOwn': OWN_ACCOUNT,
  'signIns.isKnown': OWN_ACCOUNT,
  'signIns.open': OWN_ACCOUNT,
  'accounts.firstOrganization': OWN_ACCOUNT,
  'accounts.answerInvitation': OWN_ACCOUNT,
  'signIns.refresh': OWN_ACCOUNT,
  'signIns.register': OWN_ACCOUNT,
  'signIns.tokenOf': OWN_ACCOUNT,
};

/** Who is handed a whole noun of the store. */
const holders: Readonly<Record<string, string>> = {
  'accounts in src/identity/identity.ts': 'the gate, and who signs in',
  'apiKeys in src/identity/identity.ts': 'the gate',
  'events in src/identity/identity.ts': 'refusals are told',
  'externalIdentities in src/identity/external/exchange.ts': 'who signs in',
  'signIns in src/identity/identity.ts': 'the gate',
  'eventLog in src/rpc/events/stream.ts': 'where the log begins and ends',
  'messages in src/rest/streams/streams.ts': 'where the log begins and ends',
  'messages in src/rpc/messages/messages.ts': 'where the log begins and ends',
  'messages in src/rpc/station-messages/station-messages.ts': 'where the log begins and ends',
};

/** Where handlers get an organization from beside the call. */
const elsewhere: Readonly<Record<string, string>> = {
  PageScope: 'what a page token is bound to is made of the call',
  InputContext: 'is made of the call',
  MessageView: 'is made of the call',
  LineView: 'is made of the call',
  MessageQuery: 'is made of the call',
  StationQuery: 'is made of the call',
  StoredMessage: 'is compared with that of the call',
  EndedDownlink: 'is compared with that of the call',
  StationName: 'is compared with that of the call',
  Integration: 'was found by that of the call',
  Membership: 'GetSystemStatus is about all organizations of its caller',
  'columns in src/rpc/alerts/alert-wire.ts': 'tells whether it is about the installation',
  'columns in src/rpc/event-fields.ts': 'tells whether it is about the installation',
  CatalogRow: 'tells whether it is of the system',
  Refused: 'of which organization the key is that was refused',
  'columns in src/rpc/sending.ts': 'an endpoint that was found by that of the call',
};

const { used, handed } = usedOfStore();

t.test('a function of the store that serves an RPC takes the organization', async t => {
  t.ok(used.size > 130, `${used.size} functions`);
  for (const [name, { files, bound }] of used) {
    t.ok(bound || name in without, `${name} of ${[...files].join()}`);
  }
  const needless = Object.keys(without).filter(name => used.get(name)?.bound !== false);
  t.same(needless, [], 'and nothing is excepted that needs not be');
});

t.test('a noun of the store goes whole to few', async t => {
  t.same([...handed].sort(), Object.keys(holders).sort());
});

/** The type that a name `org` in the sources is a property of, or is taken out of; undefined: it is no value of one. */
function originOf(node: ts.Identifier): string | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return ownerOf(checker.getSymbolAtLocation(node));
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) {
    return ownerOf(checker.getTypeAtLocation(parent.parent).getProperty('org'));
  }
  return undefined;
}

function ownerOf(symbol: ts.Symbol | undefined): string {
  const parent = symbol?.declarations?.[0]?.parent;
  return parent && ts.isInterfaceDeclaration(parent) ? parent.name.text : 'columns';
}

t.test('handlers have the organization from the call and from nothing else', async t => {
  const origins = new Set<string>();
  for (const file of sources.filter(each => nameOf(each).startsWith('src/rpc/'))) {
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      const origin = ts.isIdentifier(node) && node.text === 'org' ? originOf(node) : undefined;
      if (origin !== undefined) origins.add(origin === 'columns' ? `columns in ${nameOf(file)}` : origin);
    };
    visit(file);
  }
  t.same([...origins].sort(), ['Call', ...Object.keys(elsewhere)].sort());
});
