import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { RecordOf } from '#kit/pages/list-definition.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { adtasksContract } from '../contract.ts';

const { listOffers, offerTask, endOffers } = adtasksContract;
type Offer = RecordOf<typeof listOffers>;

const offering = (kind: 'video' | 'picture') =>
  formAction({
    endpoint: offerTask,
    lead: 'adtasks:offer.lead',
    initial: { seconds: 15 },
    fields: [
      'title',
      { name: 'link', kind, label: `ads:mediaKind.${kind}`, busType: 'picture' },
      { name: 'seconds', hint: 'adtasks:offer.secondsHint' },
      'priceFen',
      { name: 'budgetFen', hint: 'adtasks:offer.budgetHint' },
      'fromDay',
      'toDay',
      'types',
    ],
    submitLabel: 'adtasks:offer.go',
  });

const end: Action<Offer[]> = {
  label: 'adtasks:offer.end',
  icon: 'x',
  danger: true,
  visible: (offers) => offers.every(({ state }) => state !== 'ended'),
  call: callOf(endOffers, (offers: Offer[]) => ({ ids: offers.map(({ id }) => id) })),
  confirm: { title: 'adtasks:offer.endTitle', body: 'adtasks:offer.endBody' },
  success: 'kit:action.done',
};

/** What the platform offers merchants for the screens of their machines. */
export default listPage({
  endpoint: listOffers,
  columns: [
    { key: 'title', phone: 'what' },
    'priceFen',
    'budgetFen',
    { key: 'paidFen', phone: 'amount' },
    'plays',
    'merchants',
    'machines',
    'fromDay',
    'toDay',
    { key: 'types', optional: true },
    { key: 'seconds', optional: true },
    'state',
    'createdAt',
  ],
  filters: ['state'],
  search: 'title',
  actions: [
    { label: 'adtasks:offer.addVideo', icon: 'video', primary: true, form: offering('video') },
    { label: 'adtasks:offer.addPicture', icon: 'photo', form: offering('picture') },
  ],
  rowActions: [forOne(end)],
  empty: { title: 'adtasks:offer.empty', hint: 'adtasks:offer.emptyHint' },
});
