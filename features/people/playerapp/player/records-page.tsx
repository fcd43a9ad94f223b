import { OwnPage } from '#kit/player/for-player.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract, recordUnits } from '../contract.ts';
import { momentText, SignedAmount, Whole } from './own-texts.tsx';

type Unit = (typeof recordUnits)[number];
const mePath = '/program/my';

/** /program/my/records: what came and went, in coins, tickets, points and money, each apart. */
export default function RecordsPage() {
  const t = useText();
  return (
    <OwnPage title={t('playerapp:screen.records')} hint={t('playerapp:records.nobodyHint')} back={mePath}>
      <Tabs
        tabs={recordUnits}
        name={(unit) => t(`playerapp:unit.${unit}`)}
        label={t('playerapp:screen.records')}
      >
        {(unit) => <Records key={unit} unit={unit} />}
      </Tabs>
    </OwnPage>
  );
}

function Records({ unit }: { unit: Unit }) {
  const t = useText();
  const answer = usePages(playerAppContract.listOwnRecords, { unit, size: 20 });
  return (
    <EndlessList
      answer={answer}
      label={t(`playerapp:unit.${unit}`)}
      rowKey={({ id }) => id}
      row={({ what, amount, balanceAfter, at, fieldName, merchantName }) => (
        <Row
          title={what}
          value={<SignedAmount unit={unit} amount={amount} />}
          note={<Whole parts={[momentText(at), fieldName ?? merchantName]} />}
          state={
            <small>
              {t('playerapp:records.after')} <SignedAmount unit={unit} amount={balanceAfter} plain />
            </small>
          }
        />
      )}
      empty={{ title: t(`playerapp:records.none.${unit}`), hint: t('playerapp:records.noneHint') }}
    />
  );
}
