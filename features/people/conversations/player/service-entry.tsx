import { useAnswer } from '#kit/player/answers.ts';
import { List, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { conversationMoved } from '../contract/events.ts';
import { conversationsContract } from '../contract.ts';
import { servicePath } from './addresses.ts';

/** On /program/my: the way to one's conversations, with the answers that are not read yet. */
export default function ServiceEntry() {
  const t = useText();
  const answer = useAnswer(conversationsContract.countOwnUnread, {});
  useLive(conversationMoved, () => void answer.again());
  const unread = answer.data?.unread ?? 0;
  return (
    <List>
      <Row
        to={servicePath}
        title={t('playerapp:entry.service')}
        note={t('playerapp:entryHint.service')}
        state={unread > 0 && <Badge tone="bad">{unread}</Badge>}
      />
    </List>
  );
}
