import { hasGatewayTls, isLoopback } from '../../config/load.ts';
import { ok, type Verdict, warn } from '../../kit/faults/finding.ts';
import type { Check } from './examine.ts';

/** What the configuration says, and what in it deserves a word. */
export const settingChecks: readonly Check[] = [
  {
    name: 'configuration',
    run: ({ configFile, warnings }) => [
      ok(`valid: ${configFile ?? 'no file, built-in defaults'}`),
      // What the next check says is not said twice.
      ...warnings
        .filter(text => !/^gateway_(host|tls\.enabled):/.test(text))
        .map(text => warn(text, 'correct it, or leave it if it is meant so')),
    ],
  },
  {
    name: 'security',
    run({ config }) {
      const isReached = !isLoopback(config.gateway_host);
      const open = isReached && !config.auth.enabled;
      const hasProxy = config.gateway.trusted_proxies.length > 0;
      const inClear = isReached && config.auth.enabled && !hasGatewayTls(config) && !hasProxy;
      const gateway = `${config.gateway_host}:${config.gateway_port}`;
      const findings: Verdict[] = [
        ...(open
          ? [
              warn(
                `everybody who reaches ${gateway} may use the API`,
                'set gateway_host to 127.0.0.1, switch auth.enabled on, or let a firewall decide who reaches it',
              ),
            ]
          : []),
        ...(inClear
          ? [
              warn(
                `keys and tokens travel to ${gateway} for everybody to read, and nobody can sign in from elsewhere`,
                'set gateway_tls.enabled to auto, or name the proxy that has TLS in gateway.trusted_proxies',
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
        ...(config.core.enabled && config.core.allow_remote && !isLoopback(config.core_host)
          ? [warn(`other machines reach the internal service on ${config.core_host}`, 'set core_host to 127.0.0.1')]
          : []),
      ];
      return findings.length > 0
        ? findings
        : ok(
            isReached
              ? 'the API asks who calls, over TLS, certificates are bound to EUIs'
              : 'the API is reached from this machine only, certificates are bound to EUIs',
          );
    },
  },
];
