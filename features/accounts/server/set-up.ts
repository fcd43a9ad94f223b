import { and, eq, isNull, sql } from 'drizzle-orm';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, platformTenantId } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { users } from '../tables.ts';
import { keyedHash, sameText } from './keyed-hash.ts';
import { newPasswordColumns } from './password-wire.ts';
import { insertUser } from './user-queries.ts';
import { assertNamesFree } from './user-rules.ts';

const setupLock = 7_202_612;

/** Shown in the terminal only. It follows from the installation's secret, so every server process knows the same one. */
export function setupCode(services: Pick<Services, 'secrets'>): string {
  const digits = keyedHash(services.secrets, 'setup', 'administrator').replace(/[^A-Za-z0-9]/g, '');
  return (digits.toUpperCase().slice(0, 12).match(/.{4}/g) ?? []).join('-');
}

export async function setupNeeded(reader: Reader): Promise<boolean> {
  const user = rows(platformScope, users);
  const found = await reader
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.userType, userTypes.platform), isNull(user.removedAt)))
    .limit(1);
  return found.length === 0;
}

export async function setupState(context: Context) {
  return { needed: await setupNeeded(context.db.read) };
}

interface Administrator {
  setupCode: string;
  account: string;
  name: string;
  phone?: string;
  password: string;
}

export async function setupAdministrator(context: Context, input: Administrator) {
  const { services, clock } = context;
  if (!(await setupNeeded(context.db.read))) throw conflict('accounts:error.setupDone');
  if (!sameText(input.setupCode.toUpperCase(), setupCode(services)))
    throw invalidField('setupCode', 'accounts:error.setupCodeWrong');
  const password = await newPasswordColumns(services, 'password', input.password, clock.now());
  await context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${setupLock})`);
    if (!(await setupNeeded(tx))) throw conflict('accounts:error.setupDone');
    await assertNamesFree(tx, input);
    const user = await insertUser(tx, platformTenantId, {
      id: newId(),
      account: input.account,
      name: input.name,
      phone: input.phone ?? null,
      userType: userTypes.platform,
      ...password,
    });
    const session = { userId: user.id, tenantId: user.tenantId, account: user.account, name: user.name };
    await audit(
      tx,
      { session, address: context.address },
      {
        action: 'accounts.setUp',
        entity: 'user',
        entityId: user.id,
        label: user.account,
      },
    );
  });
  return {};
}
