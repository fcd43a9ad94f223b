import { missing } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions, selectSessions } from './sessions.ts';

const self = ({ session }: StaffContext) => ({ id: session.userId, tenantId: session.tenantId });

export async function logout(context: StaffContext) {
  const { sessionId } = context.session;
  await changeSessions(context.db, async (tx, touch) => {
    await revokeSessions(tx, self(context), context.clock.now(), { only: sessionId });
    await touch('session', sessionId);
  });
  return {};
}

export async function logoutEverywhere(context: StaffContext) {
  await changeSessions(context.db, async (tx, touch) => {
    await revokeSessions(tx, self(context), context.clock.now());
    await touch('user', context.session.userId);
  });
  return {};
}

export async function revokeSession(context: StaffContext, input: { id: string }) {
  await changeSessions(context.db, async (tx, touch) => {
    const ended = await revokeSessions(tx, self(context), context.clock.now(), { only: input.id });
    if (ended === 0) throw missing();
    await touch('session', input.id);
  });
  return {};
}

export async function listSessions(context: StaffContext) {
  const found = await selectSessions(context.db.read, self(context), context.clock.now());
  return found.map((session) => ({
    id: session.id,
    current: session.id === context.session.sessionId,
    userAgent: session.userAgent,
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
  }));
}
