import { unavailable } from '#kit/kernel/errors.ts';
import { newSecret } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, userTopic } from '#kit/server/outbox.ts';
import { linkPath, type wechatContract, wechatLinkChanged } from '../contract.ts';
import { removeLinked, removeRequest, storeRequest } from './link-queries.ts';
import { hashOf } from './link-secrets.ts';
import { linkedWechat, wechatReady } from './public.ts';

/** Long enough to take the phone and say yes. */
const validMs = 5 * minuteMs;

export const ownHandlers: Handlers<Pick<typeof wechatContract, 'readOwnLink' | 'beginLink' | 'unlink'>> = {
  async readOwnLink({ db, services, session }) {
    const linked = await linkedWechat(db.read, services, session);
    return {
      ready: wechatReady(services),
      linkedAt: linked?.linkedAt ?? null,
      notFollowingSince: linked?.notFollowingSince ?? null,
    };
  },

  async beginLink({ db, services, session, clock }) {
    if (!wechatReady(services)) throw unavailable('wechat:error.notConfigured');
    const at = clock.now();
    const token = newSecret();
    const expiresAt = new Date(at.getTime() + validMs);
    await db.transaction((tx) =>
      storeRequest(tx, session, { tokenHash: hashOf(services.secrets, 'link', token), at, expiresAt }),
    );
    // behind the #: browsers send that to no server, so it stands in no log
    return { token, path: `${linkPath}#${token}`, expiresAt };
  },

  async unlink(context) {
    const { session } = context;
    await context.db.transaction(async (tx) => {
      await removeRequest(tx, session);
      const removed = await removeLinked(tx, session);
      if (!removed) return;
      await audit(tx, context, {
        action: 'wechat.unlink',
        entity: 'user',
        entityId: session.userId,
        label: session.name,
        before: { linkedAt: removed.linkedAt },
      });
      await emit(tx, userTopic(session.userId), wechatLinkChanged, {});
    });
  },
};
