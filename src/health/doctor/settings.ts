import { isLoopback } from '../../config/load.ts';
import { ok, type Verdict, warn } from '../../kit/finding.ts';
import type { Check } from './examine.ts';

/** What the configuration says, and what in it deserves a word. */
export const settingChecks: readonly Check[] = [
  {
    name: 'configuration',
    run: ({ configFile, warnings }) => [
      ok(`valid: ${configFile ?? 'no file, built-in defaults'}`),
      // What the next check says is not said twice.
      ...warnings
        .filter(text => !text.startsWith('gateway_host:'))
        .map(text => warn(text, 'correct it, or leave it if it is meant so')),
    ],
  },
  {
    name: 'security',
    run({ config }) {
      const open = !isLoopback(config.gateway_host) && !config.auth.enabled;
      const findings: Verdict[] = [
        ...(open
          ? [
              warn(
                `everybody who reaches ${config.gateway_host}:${config.gateway_port} may use the API`,
                'set gateway_host to 127.0.0.1, or let a firewall decide who reaches it',
              ),
            ]
          : []),
        ...(['bssci_tls', 'scaci_tls'] as const)
          .filter(listener => !config[listener].bind_certificate)
          .map(listener =>
            warn(`${listener}.bind_certificate is off: any certificate may speak for any EUI`, 'set it to true'),
          ),
        ...(config.store.synchronous === 'normal'
          ? [warn('store.synchronous is normal: a power cut may lose what was acknowledged', 'set it to full')]
          : []),
        ...(config.core.allow_remote && !isLoopback(config.core_host)
          ? [warn(`other machines reach the internal service on ${config.core_host}`, 'set core_host to 127.0.0.1')]
          : []),
      ];
      return findings.length > 0
        ? findings
        : ok('the API is reached from this machine only, certificates are bound to EUIs');
    },
  },
];
