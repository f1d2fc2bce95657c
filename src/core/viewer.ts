import type { RequestContext } from './context.js';

/** The user behind the key, with the order of its lists fixed. */
export const viewerResolver = (_: unknown, __: unknown, { viewer }: RequestContext): object => ({
  userId: viewer.userId,
  role: viewer.role,
  scopes: [...viewer.scopes].sort(),
  companyIds: [...viewer.access.companies].sort(),
  entityIds: [...viewer.access.entities].sort(),
  expiresAt: viewer.expiresAt,
});
