import { siteFilter, siteSource } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { type FreePlayRecord, usualFreeDays } from '../contract/free-plays.ts';
import { membersContract } from '../contract.ts';
import { memberSource } from './member-source.ts';

const { listFreePlays, giveFreePlays, revokeFreePlays } = membersContract;

const give = formAction({
  endpoint: giveFreePlays,
  initial: { days: usualFreeDays },
  fields: [
    { name: 'playerId', label: 'kit:thing.memberLabel', kind: 'reference', source: memberSource() },
    { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
    { name: 'plays', hint: 'members:hint.plays' },
    { name: 'days', hint: 'members:hint.days' },
    { name: 'reason', hint: 'members:hint.reason' },
  ],
  success: 'members:page.given',
});

const revoke: Action<FreePlayRecord[]> = {
  label: 'members:action.revoke',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ state }) => state === 'open'),
  call: callOf(revokeFreePlays, (list: FreePlayRecord[]) => ({ ids: list.map(({ id }) => id) })),
  confirm: { title: 'members:remove.freePlays', body: 'members:remove.freePlaysBody' },
  success: 'members:page.revoked',
};

const list = defineList({
  endpoint: listFreePlays,
  columns: [
    { key: 'playerName', phone: 'what' },
    'fieldName',
    { key: 'left', label: 'members:field.playsLeft', phone: 'amount' },
    { key: 'plays', phone: false },
    { key: 'used', label: 'members:field.playsUsed', phone: false },
    'state',
    { key: 'reason', phone: 'more' },
    { key: 'userName', label: 'members:field.givenBy', phone: false },
    { key: 'expiresAt', phone: false },
    'createdAt',
  ],
  filters: ['state', siteFilter()],
  facts: true,
  actions: [{ label: 'members:action.giveFreePlays', icon: 'plus', primary: true, form: give }],
  rowActions: [forOne(revoke)],
  empty: { title: 'members:empty.freePlays', hint: 'members:empty.freePlaysHint' },
  icon: 'ticket',
});

/** /freeTimes: plays on the house. */
export default function FreePlays() {
  return <ListPage definition={list} />;
}
