import { useEffect, useState } from 'react';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { useLive } from '#kit/player/live.ts';
import { Blank } from '#kit/player/notice.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { ownPacketChanged } from '../contract/kinds.ts';
import { type OwnClaim, type PacketPage as PacketState, redpacketsContract } from '../contract.ts';
import { ClosedPacket } from './closed-packet.tsx';
import { Envelope } from './envelope.tsx';
import { OpenedPacket } from './opened-packet.tsx';
import classes from './red-packet.module.css';

const tokenPattern = /^[\w-]{16}$/;
/** WeChat takes seconds; the page hears of it at once, and asks for who has no socket. */
const askEveryMs = 4000;
const isMoving = ({ claim }: PacketState) => claim?.state === 'paying' || claim?.state === 'confirm';

/** /red-packet: the packet of a link or a code. */
export default function PacketPage() {
  const t = useText();
  const query = useQuery();
  const token = query.get('packet') ?? '';
  return (
    <OwnPage title={t('redpackets:screen.open')} hint={t('redpackets:own.nobodyHint')} back="/program">
      {tokenPattern.test(token) ? (
        <Packet key={token} token={token} fieldId={query.get('fieldId') ?? undefined} />
      ) : (
        <Blank title={t('redpackets:own.incomplete')} hint={t('redpackets:own.incompleteHint')} />
      )}
    </OwnPage>
  );
}

function Packet({ token, fieldId }: { token: string; fieldId: string | undefined }) {
  const answer = useAnswer(
    redpacketsContract.readPacket,
    { token },
    { everyMs: (packet) => (isMoving(packet) ? askEveryMs : undefined) },
  );
  const { again } = answer;
  const { send } = useSend(redpacketsContract.meetPackets);
  const [opened, setOpened] = useState<OwnClaim>();
  useEffect(() => void send({ token }), [token, send]);
  useLive(ownPacketChanged, () => void again());
  const hear = async (claim: OwnClaim | undefined) => {
    setOpened(claim);
    // somebody else was quicker, or WeChat has the money now: the page asks how it stands
    await again();
  };
  return (
    <Answered answer={answer} skeleton={<Skeleton shape="picture" />}>
      {(packet) => {
        const claim = packet.claim ?? opened;
        if (claim) return <OpenedPacket packet={packet} claim={claim} fresh={opened !== undefined} />;
        if (packet.state !== 'open') return <NoPacket packet={packet} />;
        return <ClosedPacket packet={packet} token={token} fieldId={fieldId} onTried={hear} />;
      }}
    </Answered>
  );
}

/** Why there is nothing to open, and what to do. */
function NoPacket({ packet: { state, name, merchantName, audienceText, fromDay } }: { packet: PacketState }) {
  const t = useText();
  const isEmpty = state === 'gone' || state === 'over' || state === 'none';
  return (
    <div className={classes.stage}>
      <Envelope name={name} from={merchantName} quiet={isEmpty} />
      <div className={classes.words}>
        <h2 className={classes.title}>{t(`redpackets:pageState.${state}`)}</h2>
        <p className={classes.hint}>
          {t(`redpackets:own.why.${state}`, { audience: audienceText, day: fromDay })}
        </p>
        {state === 'needsPhone' ? (
          <LinkButton to="/program/my/modifyMaterials">{t('redpackets:own.addPhone')}</LinkButton>
        ) : (
          <LinkButton kind="soft" to="/program">
            {t('redpackets:own.toShop')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
