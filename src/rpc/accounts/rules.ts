import type { MethodName, Rule } from '../call/define.ts';

/**
 * Who may call the enterprise rows, in both editions (identity API section 7.3). Where a row is exempt, its organization is named in
 * the request: of `needs`, only `user` and `S` are judged before it is read; what one of the letters R, M, A, O says is judged by the
 * handler, and by the write itself, as is whether a service account has itself (`ListUserOrganizations`).
 */
export const rules = {
  Login: { access: 'public', needs: '', scope: '' },
  RefreshTokens: { access: 'public', needs: '', scope: '' },
  GetAuthSettings: { access: 'public', needs: '', scope: '' },
  ExchangeOIDC: { access: 'public', needs: '', scope: '' },
  ExchangeOAuth2: { access: 'public', needs: '', scope: '' },
  RegisterAccount: { access: 'public', needs: '', scope: '' },
  GetProfile: { access: 'exempt', needs: '', scope: '' },
  Logout: { access: 'exempt', needs: 'user', scope: '' },
  ChangePassword: { access: 'exempt', needs: 'user', scope: 'no key' },

  CreateUser: { access: 'exempt', needs: 'S', scope: 'no key' },
  GetUser: { access: 'exempt', needs: '', scope: 'users:read' },
  UpdateUser: { access: 'exempt', needs: 'user', scope: 'users:write' },
  DeleteUser: { access: 'exempt', needs: 'S', scope: 'no key' },
  ListUsers: { access: 'exempt', needs: '', scope: 'users:read' },
  UpdateUserPassword: { access: 'exempt', needs: 'S', scope: 'no key' },

  CreateOrganization: { access: 'exempt', needs: 'S', scope: 'no key' },
  GetOrganization: { access: 'exempt', needs: 'R', scope: 'orgs:read' },
  UpdateOrganization: { access: 'exempt', needs: 'A', scope: 'orgs:write' },
  DeleteOrganization: { access: 'exempt', needs: 'O|S', scope: 'no key' },
  ListOrganizations: { access: 'exempt', needs: 'R', scope: 'orgs:read' },

  AddOrganizationUser: { access: 'exempt', needs: 'M', scope: 'orgs:write' },
  GetOrganizationUser: { access: 'exempt', needs: 'R', scope: 'orgs:read' },
  UpdateOrganizationUser: { access: 'exempt', needs: 'M', scope: 'orgs:write' },
  RemoveOrganizationUser: { access: 'exempt', needs: 'M', scope: 'orgs:write' },
  ListOrganizationUsers: { access: 'exempt', needs: 'R', scope: 'orgs:read' },
  ListUserOrganizations: { access: 'exempt', needs: '', scope: 'orgs:read' },
} as const satisfies Partial<Record<MethodName, Rule>>;
