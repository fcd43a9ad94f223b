import { purseChanged } from '#features/base/players/contract.ts';
import { momentText, SignedAmount, Whole } from '#features/people/playerapp/player/public.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Card } from '#kit/player/card.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Held } from '#kit/player/held.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type OwnPlace, type PointUnit, pointsContract } from '../contract.ts';
import { ExpiryChoice } from './expiry-choice.tsx';
import classes from './points.module.css';

const mePath = '/program/my';

/** /subIntegralStore/integral: points shop by shop, what expires soon, what is owed, and every movement. */
export default function OwnPoints() {
  const t = useText();
  return (
    <OwnPage title={t('points:screen.ownPoints')} hint={t('points:own.nobodyHint')} back={mePath}>
      <Places />
      <ExpiryChoice />
      <Movements unit="point" />
    </OwnPage>
  );
}

function Places() {
  const t = useText();
  const own = useAnswer(pointsContract.readOwnPoints, {});
  useLive(purseChanged, () => void own.again());
  return (
    <Answered answer={own} skeleton={<Skeleton count={2} />}>
      {(places) =>
        places.length === 0 ? (
          <Notice>{t('points:own.none')}</Notice>
        ) : (
          <>
            {places.map((place) => (
              <Place key={`${place.merchantId} ${place.fieldId}`} place={place} />
            ))}
            <Rules places={places} />
          </>
        )
      }
    </Answered>
  );
}

function Place({ place }: { place: OwnPlace }) {
  const t = useText();
  const { fieldName, merchantName, points, owed } = place;
  return (
    <Card heading={fieldName ?? merchantName} aside={fieldName ? merchantName : undefined}>
      <Held name={t('points:own.points')} value={points} />
      <Expiring place={place} unit="point" />
      {owed > 0 && <Notice tone="warn">{t('points:own.owed', { count: owed })}</Notice>}
    </Card>
  );
}

/** Said once for all shops that have the same ones. */
function Rules({ places }: { places: readonly OwnPlace[] }) {
  const t = useText();
  const groups = [...Map.groupBy(places, ({ rules }) => rules.join('\n')).values()];
  return groups.map((group) => (
    <Card key={group[0]?.fieldId} heading={t('points:own.rules')}>
      {groups.length > 1 && (
        <p className={classes.hint}>
          {group.map(({ fieldName, merchantName }) => fieldName ?? merchantName).join(' · ')}
        </p>
      )}
      <ul className={classes.rules}>
        {group[0]?.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Card>
  ));
}

/** How much is about to be lost, and the first of it. */
export function Expiring({ place, unit }: { place: OwnPlace; unit: PointUnit }) {
  const t = useText();
  const soon = place.expiring.filter((lot) => lot.unit === unit);
  const [first] = soon;
  const last = soon.at(-1);
  if (!first || !last) return null;
  const sum = soon.reduce((total, { amount }) => total + amount, 0);
  return (
    <Notice tone="warn">
      <div>{t(`points:own.expiring.${unit}`, { count: first.amount, at: momentText(first.expiresAt) })}</div>
      {soon.length > 1 && (
        <div>{t('points:own.expiringAll', { count: sum, at: momentText(last.expiresAt) })}</div>
      )}
    </Notice>
  );
}

/** What came and went of one unit. */
export function Movements({ unit }: { unit: PointUnit }) {
  const t = useText();
  const answer = usePages(pointsContract.listOwnMovements, { unit, size: 20 });
  useLive(purseChanged, () => void answer.again());
  return (
    <EndlessList
      answer={answer}
      label={t('points:own.movements')}
      rowKey={({ id }) => id}
      row={({ what, amount, balanceAfter, createdAt, fieldName, merchantName, remark }) => (
        <Row
          title={what}
          value={<SignedAmount unit={unit} amount={amount} />}
          note={<Whole parts={[momentText(createdAt), fieldName ?? merchantName, remark]} />}
          state={
            <small>
              {t('points:own.after')} <SignedAmount unit={unit} amount={balanceAfter} plain />
            </small>
          }
        />
      )}
      empty={{ title: t(`points:own.noMovements.${unit}`), hint: t(`points:own.noMovementsHint.${unit}`) }}
    />
  );
}
