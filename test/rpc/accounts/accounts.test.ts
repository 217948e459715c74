import t from 'tap';
import { decode, encode, failureOf, grpcClient, OPERATOR, ORGANIZATION, startServer } from '../harness.ts';

t.test('the community edition answers about its operator and its organization', async t => {
  await using server = await startServer();
  using client = grpcClient(server.port);
  const ask = async (method: Parameters<typeof client.unary>[0], request: Buffer, type: string) =>
    decode(type, await client.unary(method, request));
  const none = Buffer.alloc(0);

  t.match(await ask('GetAuthSettings', none, 'AuthSettings'), { edition: 'community', enabled: false });
  t.match(await ask('GetProfile', none, 'UserProfile'), {
    id: OPERATOR,
    email: 'operator@localhost',
    is_admin: true,
    principal: 'operator',
    default_organization_id: ORGANIZATION,
    memberships: [{ organization_id: ORGANIZATION, role: 'owner', status: 'active' }],
  });
  t.match(await ask('Logout', none, 'LogoutResponse'), { sessions_ended: 0 });
  t.match(await ask('GetUser', encode('GetUserRequest', { id: OPERATOR }), 'User'), { id: OPERATOR, is_active: true });
  t.match(await ask('ListUsers', none, 'ListUsersResponse'), { users: [{ id: OPERATOR }], total_count: 1 });
  t.match(await ask('GetOrganization', encode('GetOrganizationRequest', { id: ORGANIZATION }), 'Organization'), {
    name: 'Default',
    is_default: true,
    endpoint_count: 3,
    base_station_count: 2,
  });
  t.match(await ask('ListOrganizations', none, 'ListOrganizationsResponse'), { organizations: [{ id: ORGANIZATION }] });
  const member = { organization_id: ORGANIZATION, user_id: OPERATOR };
  t.match(await ask('GetOrganizationUser', encode('GetOrganizationUserRequest', member), 'OrganizationUser'), {
    ...member,
    role: 'owner',
  });
  t.match(
    await ask('ListOrganizationUsers', encode('ListOrganizationUsersRequest', member), 'ListOrganizationUsersResponse'),
    {
      members: [member],
      total_count: 1,
    },
  );
  t.match(await ask('ListUserOrganizations', none, 'ListUserOrganizationsResponse'), {
    memberships: [{ organization_id: ORGANIZATION }],
  });
});

t.test('filters that do not fit the one item give an empty list', async t => {
  await using server = await startServer();
  using client = grpcClient(server.port);
  const users = async (filter: object) =>
    decode('ListUsersResponse', await client.unary('ListUsers', encode('ListUsersRequest', filter))).users ?? [];
  t.same(await users({ search: 'nobody' }), []);
  t.same(await users({ is_active: false }), []);
  t.match(await users({ search: 'OPERATOR', is_admin: true }), [{ id: OPERATOR }]);
});

t.test('name, description and tags of the default organization can be changed', async t => {
  await using server = await startServer();
  using client = grpcClient(server.port);
  const update = (organization: object, ...paths: string[]) =>
    encode('UpdateOrganizationRequest', {
      organization: { id: ORGANIZATION, ...organization },
      update_mask: { paths },
    });
  const changed = decode(
    'Organization',
    await client.unary('UpdateOrganization', update({ name: ' Plant 7 ', description: 'not masked' }, 'name')),
  );
  t.match(changed, { name: 'Plant 7', description: '' });
  t.equal(
    failureOf(await client.failure('UpdateOrganization', update({ state: 'archived' }, 'state'))).token,
    'ErrTokenUpdateMaskInvalid',
  );
  t.equal(failureOf(await client.failure('UpdateOrganization', update({}))).token, 'ErrTokenUpdateMaskRequired');
  t.equal(
    failureOf(await client.failure('UpdateOrganization', update({ name: '' }, 'name'))).token,
    'ErrTokenNameRequired',
  );
});

t.test('what is for the enterprise edition says so before it looks at the request', async t => {
  await using server = await startServer();
  using client = grpcClient(server.port);
  const broken = Buffer.from('ffffff', 'hex');
  for (const method of [
    'Login',
    'RefreshTokens',
    'ChangePassword',
    'ExchangeOIDC',
    'ExchangeOAuth2',
    'RegisterAccount',
  ] as const) {
    t.same(
      failureOf(await client.failure(method, broken)),
      { code: 9, token: 'ErrTokenAuthDisabled', number: '2103' },
      method,
    );
  }
  for (const method of [
    'CreateUser',
    'UpdateUser',
    'DeleteUser',
    'UpdateUserPassword',
    'CreateOrganization',
    'DeleteOrganization',
    'AddOrganizationUser',
    'UpdateOrganizationUser',
    'RemoveOrganizationUser',
  ] as const) {
    t.equal(failureOf(await client.failure(method, broken)).token, 'ErrTokenEnterpriseEditionRequired', method);
  }
});

t.test('another organization, user or membership is not found', async t => {
  await using server = await startServer();
  using client = grpcClient(server.port);
  const other = '0192f000-0000-7000-8000-0000000000ff';
  const table = [
    ['GetUser', 'GetUserRequest', { id: other }, 'ErrTokenUserNotFound'],
    ['GetUser', 'GetUserRequest', {}, 'ErrTokenIDRequired'],
    ['GetUser', 'GetUserRequest', { id: '7' }, 'ErrTokenInvalidIDFormat'],
    ['GetOrganization', 'GetOrganizationRequest', { id: other }, 'ErrTokenOrganizationNotFound'],
    ['GetOrganizationUser', 'GetOrganizationUserRequest', { organization_id: ORGANIZATION }, 'ErrTokenUserIDRequired'],
    [
      'GetOrganizationUser',
      'GetOrganizationUserRequest',
      { organization_id: ORGANIZATION, user_id: other },
      'ErrTokenMembershipNotFound',
    ],
    ['ListOrganizationUsers', 'ListOrganizationUsersRequest', {}, 'ErrTokenOrganizationIDRequired'],
    [
      'ListOrganizationUsers',
      'ListOrganizationUsersRequest',
      { organization_id: other },
      'ErrTokenOrganizationNotFound',
    ],
    ['ListUserOrganizations', 'ListUserOrganizationsRequest', { user_id: other }, 'ErrTokenUserNotFound'],
    ['ListUsers', 'ListUsersRequest', { page_size: -1 }, 'ErrTokenInvalidPageSize'],
    ['ListUsers', 'ListUsersRequest', { page_token: 'x' }, 'ErrTokenInvalidPageToken'],
    ['ListUsers', 'ListUsersRequest', { order_by: 'x' }, 'ErrTokenInvalidOrderBy'],
  ] as const;
  for (const [method, type, request, token] of table) {
    t.equal(
      failureOf(await client.failure(method, encode(type, request))).token,
      token,
      `${method} ${JSON.stringify(request)}`,
    );
  }
});
