import { Button, LinkButton } from '../../parts/button.tsx';

/** To the message before or after; where there is none, it stays in its place and says so. */
export function Step({ id, icon, label, none }: { id: string | undefined; icon: string; label: string; none: string }) {
  if (id === undefined) return <Button icon={icon} label={label} reason={none} />;
  return <LinkButton href={`/messages/${id}`} icon={icon} label={label} />;
}
