import { purseChanged } from '#features/base/players/contract.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Held } from '#kit/player/held.tsx';
import { useLive } from '#kit/player/live.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { pointsContract } from '../contract.ts';
import { ExpiryChoice } from './expiry-choice.tsx';
import { Expiring, Movements } from './own-points.tsx';

/** /program/playerTickets: lottery tickets shop by shop, and every movement. */
export default function OwnTickets() {
  const t = useText();
  return (
    <OwnPage title={t('points:screen.ownTickets')} hint={t('points:own.nobodyTickets')} back="/program/my">
      <Places />
      <LinkButton kind="soft" to="/program/membershipCode/lottery-ticket">
        {t('points:own.claim')}
      </LinkButton>
      <ExpiryChoice />
      <Movements unit="ticket" />
    </OwnPage>
  );
}

function Places() {
  const t = useText();
  const own = useAnswer(pointsContract.readOwnPoints, {});
  useLive(purseChanged, () => void own.again());
  return (
    <Answered answer={own} skeleton={<Skeleton />}>
      {(places) => {
        const shown = places.filter(({ tickets }) => tickets > 0);
        return shown.length === 0 ? (
          <Notice>{t('points:own.noTickets')}</Notice>
        ) : (
          shown.map((place) => (
            <Card
              key={`${place.merchantId} ${place.fieldId}`}
              heading={place.fieldName ?? place.merchantName}
              aside={place.fieldName ? place.merchantName : undefined}
            >
              <Held name={t('points:own.tickets')} value={place.tickets} />
              <Expiring place={place} unit="ticket" />
            </Card>
          ))
        );
      }}
    </Answered>
  );
}
