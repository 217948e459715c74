import { fault } from '../../kit/faults.ts';
import { type Group, method } from '../define.ts';
import { byId, restList } from '../input.ts';
import { examplePerson, type People, personToWire } from '../people.ts';

const PATH = '/api/v2/users';

/** Members of the organization (REST section 14.1). */
export function users({ people }: { readonly people: People }): Group {
  const reading = { access: 'org', needs: 'R', scope: 'users:read' } as const;
  return {
    methods: [
      method('rest.v1.RestService/ListUsers', {
        ...reading,
        input: restList,
        async handle({ search, limit, offset }, { org }) {
          const { rows, total } = await people.page({ org, search, limit, offset });
          return { users: rows.map(personToWire), total };
        },
      }),
      method('rest.v1.RestService/GetUser', {
        ...reading,
        input: byId,
        handle({ id }, { org, told }) {
          const person = people.find(org, id);
          if (!person) throw fault('UserNotFound', { id });
          told.version = person.version;
          return personToWire(person);
        },
      }),
    ],
    operations: [
      {
        ...{ http: 'GET', path: PATH, method: 'rest.v1.RestService/ListUsers', id: 'listUsers', tag: 'Users' },
        summary: 'Lists the members of the organization by their e-mail addresses',
        query: ['limit', 'offset', 'search'],
        example: { response: { users: [examplePerson], total: 1 } },
      },
      {
        ...{ http: 'GET', path: `${PATH}/{id}`, method: 'rest.v1.RestService/GetUser', id: 'getUser', tag: 'Users' },
        summary: 'Reads one member of the organization',
        example: { response: examplePerson },
      },
    ],
  };
}
