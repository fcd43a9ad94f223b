import { useMemo } from 'react';
import { siteSource } from '#features/base/sites/web/public.ts';
import { levelSource } from '#features/people/members/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import type { Values } from '#kit/pages/form-state.ts';
import { notPast } from '#kit/pages/not-past.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { usualHoldOut } from '../contract/campaigns.ts';
import { redpacketsContract } from '../contract.ts';
import { setAside } from '../rules/consequence-rules.ts';

const { startCampaign } = redpacketsContract;
type Started = OutputOf<typeof startCampaign>;

const isCoin = ({ target }: Values) => target === 'coin';
const isFixed = ({ split }: Values) => split === 'fixed';
const isFor = (audience: string) => (values: Values) => values.audience === audience;
const [what, money, where, who] = ['what', 'money', 'where', 'who'].map(
  (part) => `redpackets:section.${part}`,
);

/** Most campaigns begin at once and last for a week. */
const usualDays = 7;

const formOn = (today: string) =>
  defineForm({
    texts: 'redpackets',
    schema: startCampaign.input,
    initial: {
      ...{ target: 'coin', split: 'random', audience: 'everybody', siteIds: [] },
      ...{ needsPhone: true, holdOutPercent: usualHoldOut },
      ...{ fromDay: today, untilDay: addDays(today, usualDays - 1) },
    },
    fields: [
      { name: 'name', section: what, hint: 'redpackets:hint.name' },
      { name: 'target', section: what, hint: 'redpackets:hint.target' },
      { name: 'split', section: money, hint: 'redpackets:hint.split' },
      { name: 'pieces', section: money, hint: 'redpackets:hint.pieces' },
      {
        name: 'eachFen',
        section: money,
        required: true,
        comesTo: setAside,
        showIf: (values: Values) => isFixed(values) && !isCoin(values),
      },
      {
        name: 'eachCoins',
        section: money,
        required: true,
        comesTo: setAside,
        showIf: (values: Values) => isFixed(values) && isCoin(values),
      },
      {
        name: 'budgetFen',
        section: money,
        required: true,
        hint: 'redpackets:hint.budgetFen',
        comesTo: setAside,
        showIf: (values: Values) => !isFixed(values) && !isCoin(values),
      },
      {
        name: 'budgetCoins',
        section: money,
        required: true,
        comesTo: setAside,
        showIf: (values: Values) => !isFixed(values) && isCoin(values),
      },
      { name: 'fromDay', section: where, check: notPast('fromDay') },
      { name: 'untilDay', section: where, check: notPast('toDay', { toDay: 'untilDay' }) },
      {
        name: 'siteIds',
        label: 'redpackets:field.siteNames',
        section: where,
        wide: true,
        hint: 'redpackets:hint.siteIds',
        kind: 'references',
        source: siteSource(),
      },
      { name: 'audience', section: who },
      {
        name: 'levelId',
        label: 'redpackets:field.levelName',
        section: who,
        required: true,
        kind: 'reference',
        source: levelSource(),
        showIf: isFor('level'),
      },
      {
        name: 'topUpFen',
        section: who,
        required: true,
        hint: 'redpackets:hint.topUpFen',
        showIf: isFor('toppedUp'),
      },
      {
        name: 'awayDays',
        section: who,
        required: true,
        hint: 'redpackets:hint.awayDays',
        showIf: isFor('away'),
      },
      { name: 'needsPhone', section: who, hint: 'redpackets:hint.needsPhone' },
      { name: 'holdOutPercent', section: who, hint: 'redpackets:hint.holdOutPercent' },
    ],
    submit: submitTo(startCampaign),
    submitLabel: 'redpackets:action.start',
    success: 'redpackets:page.started',
    afterwards: ({ id, asked }: Started) =>
      navigation.go(asked ? '/allowance_requests' : `/redPacket/detail/${id}`, { replace: true }),
  });

/** /redPacket/addRedpacket: a campaign, whose budget is set aside when it is started. */
export default function AddCampaign() {
  const definition = useMemo(() => formOn(businessDay(new Date())), []);
  return <FormPage definition={definition} />;
}
