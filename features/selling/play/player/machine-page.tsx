import machineWays from 'virtual:slots/machineWays';
import { useState } from 'react';
import { useAnswer } from '#kit/player/answers.ts';
import { Notice } from '#kit/player/notice.tsx';
import { Page } from '#kit/player/page.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { playContract, soldAtOnce } from '../contract.ts';
import { Description } from './description.tsx';
import { MachineCard } from './machine-card.tsx';
import { askEveryMs, hasFoot, MachineFoot, MachineFrame, MachineHead, type Shown } from './machine-frame.tsx';
import { OddsCard } from './odds.tsx';
import { OfferList, Own, passOf, waysFor } from './offer-list.tsx';
import { PayBar } from './pay-bar.tsx';
import { TakeOut } from './take-out.tsx';
import { isKeptAway, mayWait, TurnButtons, useTurnNews } from './turn.tsx';

/** /index: a machine that sells plays or coins, what it offers, and the way to it. */
export default function MachinePage() {
  return <MachineFrame>{(shown) => <Offering {...shown} />}</MachineFrame>;
}

function Offering({ machine, scanned, again, failure }: Shown) {
  const { equipmentId, s } = scanned;
  const {
    data: offers,
    failure: offersFailure,
    again: offersAgain,
  } = useAnswer(playContract.readOffers, scanned, { everyMs: askEveryMs });
  useTurnNews(equipmentId, offersAgain);
  const turn = offers?.turn ?? null;
  const [chosenId, setChosenId] = useState<string>();
  const mayBeHad = offers?.offers.filter(({ refusal }) => refusal === null) ?? [];
  // what the player was given is offered before anything that costs money
  const given = offers && mayBeHad.find((offer) => waysFor(offer, offers).some((way) => passOf(offers, way)));
  const chosen = mayBeHad.find(({ id }) => id === chosenId) ?? given ?? mayBeHad[0];
  const sold = soldAtOnce.includes(machine.type) && machine.price !== null;
  const confirmPath = (choice: string) =>
    `/orderConfirm?${new URLSearchParams({ equipmentId, ...(s && { s }), choice })}`;
  return (
    <PullToRefresh onRefresh={again}>
      <Page
        foot={
          hasFoot(machine, sold) && (
            <MachineFoot machine={machine} again={again} sold={sold}>
              {mayWait(turn, machine.state) && (
                <TurnButtons equipmentId={equipmentId} turn={turn} again={offersAgain} />
              )}
              {offers && chosen && (
                <PayBar
                  equipmentId={equipmentId}
                  offer={chosen}
                  offers={offers}
                  ready={machine.state === 'ready' && !isKeptAway(turn)}
                  confirmPath={confirmPath(chosen.id)}
                />
              )}
            </MachineFoot>
          )
        }
      >
        <MachineHead machine={machine} turn={turn} />
        {offers && <Own {...offers} />}
        {offers?.takeOutMost && (
          <TakeOut equipmentId={equipmentId} most={offers.takeOutMost} ready={machine.state === 'ready'} />
        )}
        {sold && offers && <OfferList offers={offers.offers} chosen={chosen} onChoose={setChosenId} />}
        {/* what comes below waits too, so that nothing moves under the thumb */}
        {sold && !offers && !offersFailure ? (
          <Skeleton count={3} />
        ) : (
          <>
            {machineWays.map(({ feature, filling: Way }) => (
              <Way key={feature} fieldId={machine.fieldId} />
            ))}
            <Description equipmentId={equipmentId} />
            <OddsCard odds={machine.odds} type={machine.type} />
            <MachineCard machine={machine} withPrice={!(sold && offers)} />
          </>
        )}
        {failure && <Notice tone="warn">{failure}</Notice>}
      </Page>
    </PullToRefresh>
  );
}
