/** What came through the socket is not what this release expects. */
export class WrongInput extends Error {
  constructor(field: string, wanted: string) {
    super(`${field} has to be ${wanted}: are the command and the server of the same release?`);
    this.name = 'WrongInput';
  }
}

/** The members of an object that came as JSON. */
export function membersOf(input: unknown): ReadonlyMap<string, unknown> {
  if (typeof input !== 'object' || input === null) throw new WrongInput('the input', 'an object');
  return new Map(Object.entries(input));
}

export function textIn(members: ReadonlyMap<string, unknown>, field: string): string {
  const value = members.get(field);
  if (typeof value !== 'string') throw new WrongInput(field, 'a text');
  return value;
}

export function flagIn(members: ReadonlyMap<string, unknown>, field: string): boolean {
  const value = members.get(field);
  if (typeof value !== 'boolean') throw new WrongInput(field, 'true or false');
  return value;
}

export function wholeIn(members: ReadonlyMap<string, unknown>, field: string, min: number, max: number): number {
  const value = members.get(field);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new WrongInput(field, `a whole number from ${min} to ${max}`);
  }
  return value;
}

export function listIn(members: ReadonlyMap<string, unknown>, field: string): readonly unknown[] {
  const value = members.get(field);
  if (!Array.isArray(value)) throw new WrongInput(field, 'a list');
  return value;
}
