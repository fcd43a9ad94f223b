import { siteFilter } from '#features/base/sites/web/public.ts';
import { memberSource } from '#features/people/members/web/public.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { rewardsContract } from '../contract.ts';
import { MemberCodeField } from './member-code-field.tsx';
import { pathSource, recycleGiftSource } from './sources.ts';

const { listRecyclings, recycleGift } = rewardsContract;

const linesOf = (text: unknown) =>
  String(text ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean);

const handBack = formAction({
  endpoint: recycleGift,
  initial: { pieces: 1, serials: [] },
  fields: [
    {
      name: 'code',
      label: 'rewards:field.memberCode',
      hint: 'rewards:hint.code',
      render: (props) => <MemberCodeField {...props} />,
    },
    { name: 'pathId', label: 'rewards:field.pathName', kind: 'reference', source: pathSource },
    {
      name: 'recycleGiftId',
      label: 'rewards:field.giftName',
      kind: 'reference',
      source: recycleGiftSource,
    },
    { name: 'pieces' },
    {
      name: 'serials',
      label: 'rewards:field.serials',
      hint: 'rewards:hint.serials',
      kind: 'longText',
      read: ({ serials }: Values) => (Array.isArray(serials) ? serials.join('\n') : ''),
      write: (value: unknown, values: Values) => ({ ...values, serials: linesOf(value) }),
    },
  ],
  success: ({ playerName, points, held }, t) =>
    t('rewards:page.recycled', { name: playerName, count: points, held }),
});

/** /integralStore/recycleGift: prizes that members hand back for points. */
export default listPage({
  endpoint: listRecyclings,
  columns: [
    { key: 'giftName', phone: 'what' },
    { key: 'points', phone: 'amount' },
    'pieces',
    'playerName',
    { key: 'fieldName', phone: 'more' },
    { key: 'pathName', phone: false },
    { key: 'userName', label: 'rewards:field.takenBy', phone: false },
    'createdAt',
  ],
  filters: [
    siteFilter(),
    { kind: 'reference', name: 'playerId', label: 'kit:thing.memberLabel', source: memberSource() },
    'from',
  ],
  facts: true,
  actions: [{ label: 'rewards:action.recycle', icon: 'qrcode', primary: true, form: handBack }],
  rowActions: [
    {
      label: 'rewards:action.document',
      icon: 'file-text',
      to: ({ documentId }) => `/integralStore/documentManage?id=${documentId}`,
    },
  ],
  empty: { title: 'rewards:empty.recyclings', hint: 'rewards:empty.recyclingsHint' },
  icon: 'gift',
});
