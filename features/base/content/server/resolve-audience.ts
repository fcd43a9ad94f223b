import { tenantName, userByAccount } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { messagesContract } from '../contract/messages.ts';
import type { MessageAudience } from './deliver-message.ts';

type Target = Pick<
  ParsedInputOf<typeof messagesContract.sendMessage>,
  'audience' | 'realm' | 'tenantId' | 'account'
>;

/** From what the form says to whom it means; a target that does not exist is refused beside its field. */
export async function resolveAudience(
  reader: Reader,
  target: Target,
): Promise<{ audience: MessageAudience; label: string }> {
  switch (target.audience) {
    case 'everyone':
      return { audience: { kind: 'everyone' }, label: '' };
    case 'realm':
      if (!target.realm) throw invalidField('realm', 'kit:validation.required');
      return { audience: { kind: 'realm', realm: target.realm }, label: target.realm };
    case 'tenant': {
      if (!target.tenantId) throw invalidField('tenantId', 'kit:validation.required');
      const label = await tenantName(reader, target.tenantId);
      if (label === undefined) throw invalidField('tenantId', 'content:error.unknownTenant');
      return { audience: { kind: 'tenant', tenantId: target.tenantId, label }, label };
    }
    case 'user': {
      if (!target.account) throw invalidField('account', 'kit:validation.required');
      const user = await userByAccount(reader, target.account);
      if (!user) throw invalidField('account', 'content:error.unknownAccount');
      return { audience: { kind: 'user', userId: user.id, label: user.name }, label: user.name };
    }
  }
}
