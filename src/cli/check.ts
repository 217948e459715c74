import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, ConfigError } from '../config/load.ts';
import { configOf } from './settings.ts';

export function register(program: Command): void {
  program
    .command('check')
    .description('check the configuration and say what would be opened')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation check --config /etc/waystation/waystation.yaml')
    .action(check);
}

/** What `serve` would listen on. */
export function listeners(config: Config): { name: string; host: string; port: number }[] {
  const { health } = config;
  const { broker } = config.mqtt;
  return [
    { name: 'bssci', host: config.bssci_host, port: config.bssci_port },
    ...(config.scaci.enabled ? [{ name: 'scaci', host: config.scaci_host, port: config.scaci_port }] : []),
    { name: 'gateway', host: config.gateway_host, port: config.gateway_port },
    ...(broker.enabled
      ? [
          { name: 'mqtt', host: broker.tls_host, port: broker.tls_port },
          { name: 'mqtt_plain', host: broker.host, port: broker.port },
        ]
      : []),
    ...(config.core.enabled ? [{ name: 'core', host: config.core_host, port: config.core_port }] : []),
    { name: 'health_core', host: health.host, port: health.core_port },
    { name: 'health_gateway', host: health.host, port: health.gateway_port },
  ];
}

function check({ json = false }: { json?: boolean }, command: Command): void {
  try {
    const { config, warnings: configWarnings, file = null } = configOf(command);
    const missing = `there is no data in ${config.data_dir}: check data_dir and --data-dir; serve makes it at its first start`;
    const warnings = existsSync(config.data_dir) ? configWarnings : [...configWarnings, missing];
    const opens = { data_dir: config.data_dir, database: config.store.path, listeners: listeners(config) };
    if (json) {
      console.log(JSON.stringify({ ok: true, file, warnings, problems: [], ...opens }));
      return;
    }
    console.log(`ok: ${file ?? 'no file, built-in defaults'}`);
    console.log(`data      ${opens.data_dir}`);
    console.log(`database  ${opens.database}`);
    for (const { name, host, port } of opens.listeners) {
      console.log(`listen    ${name.padEnd(14)} ${host} port ${port === 0 ? 'any' : port}`);
    }
    for (const warning of warnings) console.log(`warning   ${warning}`);
  } catch (error) {
    if (json && error instanceof ConfigError) console.log(JSON.stringify({ ok: false, problems: error.problems }));
    throw error;
  }
}
