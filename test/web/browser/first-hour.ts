// From an empty box to a value on the screen, as an installer goes.
import { readFileSync } from 'node:fs';
import t from 'tap';
import { unpacked } from './bundle.ts';
import { qrPicture } from './qr-picture.ts';
import { openScene } from './scene.ts';

t.setTimeout(900_000);

const STATION = '70b3d59cd0000077';
const SENSOR = 'fe0000000000e177';
const KEY = '00112233445566778899aabbccddeeff';
const MOST_INPUTS = 14;

t.test('from an empty box to the first value on the screen', async t => {
  const folder = t.testdir();
  await using scene = await openScene(folder);
  const page = await scene.page();
  let inputs = 0;
  const press = async (role: 'link' | 'button', name: string) => {
    inputs++;
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  const type = async (name: string, value: string) => {
    inputs++;
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  };

  await page.goto(scene.url);
  await page.getByRole('region', { name: 'Get started' }).waitFor();
  await press('link', 'Connect a base station');
  await page.getByRole('heading', { level: 1, name: 'Add a base station' }).waitFor();
  await type('EUI', '70-B3-D5-9C-D0-00-00');
  await press('button', 'Continue');
  await page.getByText('2 digits are missing').waitFor();
  inputs -= 2;
  await type('EUI', '70-B3-D5-9C-D0-00-00-77');
  await type('Name', 'roof east');
  await press('button', 'Continue');
  const download = page.waitForEvent('download');
  await press('button', 'Make and download');
  const bundle = unpacked(folder, STATION, readFileSync(await (await download).path()));
  await page.getByRole('region', { name: 'Waiting for the station' }).waitFor();

  scene.run([
    'simulate',
    'base-station',
    '--port',
    String(scene.bssciPort),
    '--bundle',
    bundle,
    '--endpoint-eui',
    SENSOR,
  ]);
  await page.getByRole('list', { name: 'What happened' }).getByText('Connected: roof east is online').waitFor();
  // a page that comes late leaves the one before as it was
  await page.route('**/assets/endpoint-add-*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 1000));
    await route.continue();
  });
  await press('link', 'Add an endpoint');
  await type('EUI', SENSOR);
  await type('Name', 'Greenhouse north');
  inputs++;
  await page.getByRole('combobox', { name: 'Device model' }).selectOption({ label: 'Munia-M, WepTech' });
  await type('Network key', KEY);
  await press('button', 'Add endpoint');
  await page.getByRole('region', { name: 'Waiting for the first uplink' }).waitFor();

  const sensor = ['--attach', '--network-key', KEY, '--blueprint', 'weptech/munia-m/v1.json', '--rate', '1'];
  scene.run([
    'simulate',
    'base-station',
    '--port',
    String(scene.bssciPort),
    '--bundle',
    bundle,
    '--endpoint-eui',
    SENSOR,
    ...sensor,
  ]);
  await page.getByText('The first uplink came').waitFor();
  await press('link', 'Open its page');
  await page.getByRole('heading', { level: 1, name: 'Greenhouse north' }).waitFor();
  await page.getByRole('region', { name: 'Last values' }).getByText('°C').waitFor();
  t.ok(inputs <= MOST_INPUTS, `${inputs} inputs`);
  t.same(scene.complaints, []);
});

t.test('a name by which stations find the box is added to its certificate on the way', async t => {
  const folder = t.testdir();
  await using scene = await openScene(folder);
  const page = await scene.page();
  // what the page has asked for at its start is asked again by what it does
  await page.route('**/GetServerCertificateStatus', async route => {
    await new Promise(resolve => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto(`${scene.url}/stations/add?eui=${STATION}&name=roof&step=2`);
  await page.getByRole('textbox', { name: 'Address that the station dials', exact: true }).fill('box.example');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Make and download', exact: true }).click();
  unpacked(folder, STATION, readFileSync(await (await download).path()));
  await page.getByRole('list', { name: 'What happened' }).getByText('box.example').first().waitFor();
  await page.getByText('tls://box.example').waitFor();
  t.same(scene.complaints, []);
});

t.test('the QR code of a label fills in EUI and key', async t => {
  await using scene = await openScene(t.testdir());
  const page = await scene.page();
  await page.goto(`${scene.url}/endpoints/add`);
  const read = async (text: string) => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Read a QR code' }).click();
    await (await chosen).setFiles({ name: 'label.png', mimeType: 'image/png', buffer: qrPicture(text) });
  };
  await read('https://example.org/manual');
  await page.getByText('The QR code holds neither an EUI nor a key.').waitFor();
  await read(`${SENSOR.toUpperCase()};${KEY}`);
  await page.getByText('EUI and key are filled in from the QR code').waitFor();
  t.equal(await page.getByRole('textbox', { name: 'EUI', exact: true }).inputValue(), 'fe00 0000 0000 e177');
  t.equal(
    await page.getByRole('textbox', { name: 'Network key' }).inputValue(),
    '0011 2233 4455 6677 8899 aabb ccdd eeff',
  );
  t.same(scene.complaints, []);
});

t.test('Start comes in nine files at most', async t => {
  await using scene = await openScene(t.testdir());
  const page = await scene.page({ language: 'de' });
  const files = new Set<string>();
  page.on('response', response => {
    const type = response.request().resourceType();
    if (type !== 'fetch' && type !== 'xhr') files.add(new URL(response.url()).pathname);
  });
  await page.goto(scene.url);
  await page.getByRole('region', { name: 'Erste Schritte' }).waitFor();
  await page.evaluate('document.fonts.ready.then(() => true)');
  t.ok(files.size <= 9, [...files].join(' '));
  t.same(scene.complaints, []);
});
