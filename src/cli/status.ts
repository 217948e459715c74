import type { Command } from 'commander';
import { cleaned } from '../kit/printable.ts';
import { systemClock } from '../kit/time/clock.ts';
import { lasted } from '../notify/email/words.ts';
import { type ResponseJson, withCalls } from './box.ts';
import { settledConfig } from './settings.ts';

export function register(program: Command): void {
  program
    .command('status')
    .description('how the running service is, what is connected and what it has stored')
    .option('--json', 'for programs, in the JSON of the API')
    .addHelpText(
      'after',
      `
Exits with 1 when the service does not run or is unhealthy; what to do then is said by waystation alerts list and waystation doctor.

Example:
  $ waystation status`,
    )
    .action(status);
}

async function status({ json = false }: { json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const found = await withCalls(config, async ({ call }) => {
    const { totalCount: endpoints } = await call('ListEndPoints', { pageSize: 1 });
    const { totalCount: baseStations } = await call('ListBaseStations', { pageSize: 1 });
    const { totalCount: alerts } = await call('ListAlerts', { pageSize: 1 });
    const service = await call('GetSystemStatus', {});
    return { ...service, endpoints, baseStations, alerts: Number(alerts) };
  });
  if (json) console.log(JSON.stringify(found));
  else for (const line of lines(found)) console.log(cleaned(line));
  if (found.status === 'unhealthy') process.exitCode = 1;
}

type Found = ResponseJson<'GetSystemStatus'> & {
  readonly endpoints: number;
  readonly baseStations: number;
  readonly alerts: number;
};

function lines(found: Found): string[] {
  const { version, status, uptime, services, alerts } = found;
  const since = uptime ? `, for ${lasted(Math.max(0, systemClock.now() - Date.parse(uptime)))}` : '';
  const broken = services.filter(({ healthy }) => !healthy).map(({ name }) => name);
  return [
    `Waystation ${version} runs${since}: ${status}`,
    ...(broken.length === 0 ? [] : [`does not work   ${broken.join(', ')}`]),
    `base stations   ${found.activeBasestations} of ${found.baseStations} connected`,
    `endpoints       ${found.activeEndpoints} of ${found.endpoints} active`,
    `messages        ${found.messagesProcessed} stored since the installation`,
    `alerts          ${alerts === 0 ? 'none open' : `${alerts} open: see waystation alerts list`}`,
  ];
}
