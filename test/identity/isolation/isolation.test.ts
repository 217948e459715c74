// Long: for CI and `npm test -- --long`.
import t, { type Test } from 'tap';
import type { MethodName } from '../../../src/rpc/call/define.ts';
import { until } from '../../peers/center.ts';
import { matrix } from '../matrix.ts';
import { byId, others, type Read, readsAbout, readsOfOwn, type Target, unknown } from './calls.ts';
import { type Farm, twoFarms } from './farm.ts';
import { marksIn, targetOf, textOf } from './marks.ts';

// One service center with passwords, radio and two of everything.
t.setTimeout(300_000);

/** The request, and where the second answer to it begins to differ from the first. */
function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `${one.slice(0, one.indexOf('{'))} …${around(one)} | ${around(other)}`;
}

/** What depends on the time or the machine, and what a station does for every organization. */
const TIMED = /"availability":[\d.]+|"services":.*"status":"\w+"/g;
const SERVED = /"availability":[\d.]+|"last_seen_at":\{[^}]+\}/g;

/** What refusals say, whatever they are about. */
function withoutIds(words: string): string {
  return words.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16}|(?<=que_id..)\d/g, 'ID');
}

t.test('every RPC is looked at', async t => {
  const own = new Set<string>([
    ...byId.map(({ method }) => method),
    ...readsOfOwn(unknown, 0).map(({ method }) => method),
    ...Object.keys(others),
  ]);
  t.same(
    matrix.filter(({ rpc }) => !own.has(rpc)).map(({ rpc }) => rpc),
    [],
  );
});

t.test('two organizations that own the same know nothing of each other', async t => {
  const { box, root, north, south } = await twoFarms(t.testdir());
  t.teardown(() => box[Symbol.asyncDispose]());
  const { clock } = box.center;
  for (const farm of [north, south]) await farm.equip();
  for (const farm of [north, south]) await farm.work();
  const pairs = [
    [north, south],
    [south, north],
  ] as const;

  await t.test('an id of another organization answers as one that does not exist', async t => {
    const said = async (farm: Farm, of: Target) => {
      const answers: string[] = [];
      for (const { method, request } of byId) {
        const { token, words } = await farm.box.ask(method, request(of, targetOf(farm)), farm.headers);
        answers.push(`${method} ${token}\n${withoutIds(words)}`);
      }
      return answers;
    };
    for (const [farm, other] of pairs) {
      const foreign = await said(farm, targetOf(other));
      t.same(
        foreign.map(text => text.slice(0, text.indexOf('\n'))),
        byId.map(({ method, token }) => `${method} ${token}`),
        `${farm.name} asks for what ${other.name} has`,
      );
      t.same(foreign, await said(farm, unknown), 'to the letter');
    }
  });

  const answers = async (farm: Farm, reads: readonly Read[]) => {
    const all: { method: string; asked: string; token: string; text: string }[] = [];
    for (const { method, request } of reads) {
      const { token, answer } = await box.ask(method, request, farm.headers);
      all.push({ method, asked: `${method} ${JSON.stringify(request)}`, token, text: textOf(answer) });
    }
    return all;
  };
  const seesNothing = async (t: Test, what: 'all' | 'names') => {
    for (const [farm, other] of pairs) {
      const now = clock.now();
      const own = await answers(farm, readsOfOwn(targetOf(farm), now));
      const foreign = await answers(farm, readsAbout(targetOf(other), now));
      t.same(
        own.filter(({ token }) => token !== 'OK'),
        [],
      );
      for (const { asked, text } of [...own, ...foreign]) {
        t.same(marksIn(text, other, what), [], `${farm.name} ${asked}`);
      }
      if (what === 'names') continue;
      for (const name of new Set(own.map(({ method }) => method).filter(name => /^(List|Search|Export)/.test(name)))) {
        const texts = own.filter(({ method }) => method === name).map(({ text }) => text);
        t.not(marksIn(texts.join(), farm).length, 0, `${farm.name} sees its own by ${name}`);
      }
    }
  };

  await t.test('no list, figure or file has anything of another', t => seesNothing(t, 'all'));

  await t.test('a page token is worth nothing in another organization', async t => {
    let tokens = 0;
    for (const { method, request } of readsOfOwn(targetOf(north), clock.now())) {
      const paged = { ...request, page_size: 1 };
      const { next_page_token: page_token } = await north.call(method, paged);
      if (!page_token) continue;
      tokens++;
      const next = { ...paged, page_token };
      t.equal((await box.ask(method, next, north.headers)).token, 'OK', method);
      const { token } = await box.ask(method, next, south.headers);
      // What names a thing of another organization does not come as far as its page.
      t.match(token, /^InvalidPageToken$|NotFound$/, `${method} ${JSON.stringify(request)}`);
    }
    for (const method of ['ListOrganizations', 'ListUserOrganizations'] as const) {
      const { next_page_token: page_token } = await box.call(method, { page_size: 1 }, root);
      t.not(page_token, '', method);
      t.equal((await box.ask(method, { page_size: 1, page_token }, south.headers)).token, 'InvalidPageToken', method);
    }
    t.ok(tokens > 20, `${tokens} lists of more than a page`);
  });

  await t.test('what one does changes no answer that the other gets', async t => {
    // Alerts that wait for their time have opened by then, and repetitions have been counted to the end.
    await clock.advance(120_000);
    const now = clock.now();
    const seen = async () => {
      const all = await answers(south, readsOfOwn(targetOf(south), now));
      // Base stations serve every organization: they are heard when something is sent to them for another organization, too.
      return all.map(
        ({ asked, text }) => `${asked} ${text.replaceAll(asked.includes('BaseStation') ? SERVED : TIMED, '')}`,
      );
    };
    const before = await seen();
    await north.work();
    await north.grow();
    // Totals are remembered for some seconds.
    await clock.advance(11_000);
    const after = await seen();
    const others = before.flatMap((text, at) => (text === after[at] ? [] : [difference(text, after[at] ?? '')]));
    t.same(others, []);
  });

  await t.test('a stream shows what is of its own organization, and of its stations what goes by radio', async t => {
    const seconds = Math.floor(clock.now() / 1000) - 3600;
    const follow = (farm: Farm) => {
      const start = { start_time: { seconds } };
      const { mast, meter } = farm;
      return [
        box.open('StreamMessages', start, farm.headers),
        box.open('StreamEvents', start, farm.headers),
        box.open('StreamBaseStationMessages', { bs_eui: mast, ...start }, farm.headers),
        box.open('StreamBaseStationEvents', { bs_eui: mast, ...start }, farm.headers),
        box.open('StreamEndPointEvents', { ep_eui: meter, ...start }, farm.headers),
      ];
    };
    const streams = pairs.map(([farm, other]) => ({ farm, other, open: follow(farm) }));
    const stations = [north.station, south.station];
    for (const [farm] of pairs) await farm.work(stations);
    for (const [farm] of pairs) await farm.grow();
    for (const { farm, other, open } of streams) {
      const all = async () => (await farm.call('ListMessages', {})).total_count as number;
      const messages = await all();
      await until(() => (open[0]?.answers().length ?? 0) >= messages);
      for (const stream of open) {
        await until(() => stream.answers().length > 0);
        t.same(marksIn(textOf(stream.answers()), other, 'names'), [], farm.name);
        t.not(marksIn(textOf(stream.answers()), farm).length, 0);
        stream.cancel();
      }
    }
  });

  await t.test('what the stations of another have heard is shown, but for its names', async t => {
    const { messages } = await north.call('ListMessages', { bs_eui: south.mast });
    t.not((messages as unknown[]).length, 0);
    t.match(textOf(messages), `"bs_eui":"${south.mast}","bs_name":""`);
    const { messages: lines } = await south.call('ListBaseStationMessages', { bs_eui: south.mast, page_size: 100 });
    t.not((lines as { ep_eui: string }[]).filter(({ ep_eui }) => ep_eui === '').length, 0, 'lines of the other');
    await seesNothing(t, 'names');
  });

  await t.test('what is called the same does not get into the way of the other', async t => {
    t.not(north.id('que 1'), south.id('que 1'), 'downlinks with the same id of a request');
    const name = 'twin';
    const made: [Farm, MethodName, object][] = pairs.flatMap(([farm]) => [
      [farm, 'CreateManufacturer', { manufacturer: { name } }],
      [farm, 'CreateApiKey', { api_key: { name, scopes: ['messages:read'] } }],
      [farm, 'CreateIntegration', { integration: { kind: 'mqtt', name, mqtt: { broker_url: 'embedded://' } } }],
    ]);
    for (const [farm, method, request] of made) {
      t.equal((await box.ask(method, request, farm.headers)).token, 'OK', `${farm.name} ${method}`);
    }
  });

  await t.test('an EUI that is taken says no more than that', async t => {
    const said = async (bs_eui: string, ep_eui: string, farm: Farm) => {
      const station = await box.ask('CreateBaseStation', { base_station: { bs_eui } }, farm.headers);
      const endpoint = await box.ask('CreateEndPoint', { endpoint: { ep_eui } }, farm.headers);
      return [station.token, withoutIds(station.words), endpoint.token, withoutIds(endpoint.words)];
    };
    const foreign = await said(north.mast, north.meter, south);
    t.match(foreign, ['BaseStationEUIExists', String, 'EndPointEUIExists', String]);
    t.same(foreign, await said(south.mast, south.meter, south), 'as of its own');
  });

  await t.test('an application center is told of the stations of others what they do by radio', async t => {
    for (const [farm, other] of pairs) {
      const { baseStations = [] } = await farm.application.start('status', {});
      const of = (mast: string) => baseStations.find(({ eui }) => eui === mast);
      t.match(of(farm.mast), { name: `${farm.name} mast`, message: `${farm.name} fan` });
      t.same(of(other.mast), { eui: other.mast, bidi: true });
    }
  });

  await t.test('the broker brings to each what is its own', async t => {
    for (const [farm, other] of pairs) {
      t.not(farm.published.length, 0);
      t.same(marksIn(farm.published.join('\n'), other), []);
      t.ok(farm.published.every(text => text.startsWith(`field/${farm.organization}/`)));
    }
  });
});
