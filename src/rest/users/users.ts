import { fault } from '../../kit/faults/faults.ts';
import { type Group, group, method } from '../define.ts';
import { byId, restCursorList } from '../input.ts';
import { examplePerson, type People, personToWire } from '../people.ts';

const PATH = '/api/v2/users';

/** Members of the organization (REST section 14.1). */
export function users({ people }: { readonly people: People }): Group {
  const reading = { access: 'org', needs: 'R', scope: 'users:read' } as const;
  return group('Users', [
    method('rest.v1.RestService/ListUsers', {
      http: {
        at: `GET ${PATH}`,
        id: 'listUsers',
        summary: 'Lists the members of the organization by their e-mail addresses',
        example: { response: { users: [examplePerson], total: 1 } },
      },
      ...reading,
      input: restCursorList,
      async handle({ search, limit, place }, { org }) {
        const { rows, total, next } = await people.page({ org, search, limit, offset: place.offset, from: place.from });
        return { users: rows.map(personToWire), total, next_cursor: place.next(next) };
      },
    }),
    method('rest.v1.RestService/GetUser', {
      http: {
        at: `GET ${PATH}/{id}`,
        id: 'getUser',
        summary: 'Reads one member of the organization',
        example: { response: examplePerson },
      },
      ...reading,
      input: byId,
      handle({ id }, { org, told }) {
        const person = people.find(org, id);
        if (!person) throw fault('UserNotFound', { id });
        told.version = person.version;
        return personToWire(person);
      },
    }),
  ]);
}
