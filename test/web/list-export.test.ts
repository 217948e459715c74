import t from 'tap';
import { endpointFiles, stationFiles } from '../../web/model/list-export.ts';

const at = { seconds: 1_700_000_000n, nanos: 0 };
const endpoint = {
  ...{ epEui: 'fe00000000000001', name: 'Cellar, north', status: 'active', epClass: 'Z', attachStatus: 'attached' },
  ...{ deviceModelId: 'm1', uplinkIntervalSeconds: 900, lastSeenAt: at, lastSnr: 9.5, lastRssi: -97, lastBsEui: '' },
  ...{ lossRate: 0.02, tags: { floor: '2', note: '=1+1' } },
};

t.test('endpoints leave as a table with a column for each tag, and none for keys', async t => {
  const { csv, ndjson } = endpointFiles(id => (id === 'm1' ? 'Munia-M' : undefined));
  const bare = { ...endpoint, epEui: 'fe00000000000002', name: '', lastSeenAt: undefined, tags: {}, deviceModelId: '' };
  const [head = '', first = '', second = '', end] = csv([endpoint, { ...bare, uplinkIntervalSeconds: 0 }]).split(
    '\r\n',
  );
  t.equal(
    head,
    'ep_eui,name,model,ep_class,uplink_interval_seconds,status,attach_status,last_seen_at,last_snr,last_rssi,last_bs_eui,loss_rate,tag:floor,tag:note',
  );
  t.equal(
    first,
    'fe00000000000001,"Cellar, north",Munia-M,Z,900,active,attached,2023-11-14T22:13:20.000Z,9.5,-97,,0.02,2,\'=1+1',
  );
  t.equal(second, 'fe00000000000002,,,Z,,active,attached,,9.5,-97,,0.02,,');
  t.equal(end, '');
  t.match(JSON.parse(ndjson([endpoint])), { ep_eui: 'fe00000000000001', model: 'Munia-M', tags: { floor: '2' } });
  t.notMatch(`${head}${ndjson([endpoint])}`, /key/i);
});

t.test('base stations likewise', async t => {
  const station = {
    ...{ bsEui: '70b3d59cd0000001', name: 'roof', status: 'online', lastSeenAt: at, dutyCycle: 0.01, tags: {} },
    ...{
      certificateStatus: 'valid',
      certificateExpiresAt: at,
      remoteAddress: '192.168.1.31',
      model: 'X',
      swVersion: '1',
    },
  };
  t.equal(
    stationFiles.csv([station]),
    'bs_eui,name,status,last_seen_at,duty_cycle,certificate_status,certificate_expires_at,remote_address,model,sw_version\r\n' +
      '70b3d59cd0000001,roof,online,2023-11-14T22:13:20.000Z,0.01,valid,2023-11-14T22:13:20.000Z,192.168.1.31,X,1\r\n',
  );
  t.equal(stationFiles.ndjson([station, station]).split('\n').length, 3);
});
