import { alertFinding, checkOf, type InstallationAlert, sinceText } from '../domain/alert/installation.ts';
import type { RuleName } from '../domain/alert/rules.ts';
import type { Finding } from '../kit/faults/finding.ts';
import { type ComponentHealth, componentOf } from './probes.ts';

/** Where alerts are shown that no part has found by itself. */
const ELSEWHERE = 'core';

/** What parts find by themselves; their alerts may take a while to clear, or to be looked at after a start. */
const FOUND: ReadonlySet<RuleName> = new Set([
  'storage',
  'backup',
  'listener',
  'clock',
  'overload',
  'certificate_server',
  'integration_failing',
] as const);

/** Says of what is found since when it is an alert, and shows the alerts about what no part finds. @param now milliseconds */
export function openAlerts(
  components: ComponentHealth[],
  alerts: readonly InstallationAlert[],
  now: number,
): ComponentHealth[] {
  if (alerts.length === 0) return components;
  const left = new Set(alerts);
  const dated = components.map(component => {
    const findings = component.findings.map(finding => {
      const alert = alerts.find(each => left.has(each) && isAbout(each, component.name, finding));
      if (!alert) return finding;
      left.delete(alert);
      return { ...finding, text: `${finding.text}${sinceText(alert.since, now)}` };
    });
    return remade(component, findings);
  });
  // What the service does is not hurt by it as far as its parts can tell.
  const others = [...left.values().filter(({ rule }) => !FOUND.has(rule))].map(alert => ({
    ...alertFinding(alert, now),
    level: 'warn' as const,
  }));
  return dated.map(component =>
    component.name === ELSEWHERE ? remade(component, [...component.findings, ...others]) : component,
  );
}

function isAbout({ rule, name }: InstallationAlert, component: string, { check, about, level }: Finding): boolean {
  if (level === 'ok' || check !== checkOf(rule) || rule === 'certificate_ca') return false;
  if (rule === 'integration_failing') return about === name;
  const perListener = rule === 'listener' || rule === 'certificate_server';
  return !perListener || name === component;
}

function remade({ name, essential, latency_ms }: ComponentHealth, findings: readonly Finding[]): ComponentHealth {
  return componentOf(name, essential, latency_ms, findings);
}
