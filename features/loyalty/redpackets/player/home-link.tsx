import { useEffect, useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useSend } from '#kit/player/answers.ts';
import { List, Row } from '#kit/player/list.tsx';
import { usePlayer } from '#kit/player/session.ts';
import { Sign } from '#kit/player/sign.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { redpacketsContract } from '../contract.ts';
import { packetAddress } from './addresses.ts';

type Met = OutputOf<typeof redpacketsContract.meetPackets>;

/** /program: packets of the shop that the player may open. */
export default function HomeLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  const { send } = useSend(redpacketsContract.meetPackets);
  const playerId = usePlayer()?.id;
  const [met, setMet] = useState<Met>([]);
  useEffect(() => {
    if (playerId) void send({ fieldId }).then((found) => setMet(found ?? []));
  }, [playerId, fieldId, send]);
  if (met.length === 0) return null;
  return (
    <List label={t('playerapp:packets.title')}>
      {met.map(({ token, name }) => (
        <Row
          key={token}
          to={packetAddress(token, fieldId)}
          title={name}
          note={t('playerapp:packets.hint')}
          picture={
            <Sign>
              <path d="M5 3h14v18H5zM5 9q7 5 14 0M12 11v0.01" />
            </Sign>
          }
        />
      ))}
    </List>
  );
}
