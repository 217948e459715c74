/** Puts the focus on the first field that is wrong, once the mistakes are drawn. */
export function focusMistake(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
