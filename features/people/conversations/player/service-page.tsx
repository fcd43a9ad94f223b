import { momentText, shopsPath, useShopHere } from '#features/people/playerapp/player/public.ts';
import { LinkButton } from '#kit/player/button.tsx';
import { OwnPage } from '#kit/player/for-player.tsx';
import { EndlessList, Row } from '#kit/player/list.tsx';
import { useLive } from '#kit/player/live.ts';
import { Badge } from '#kit/player/notice.tsx';
import { PullToRefresh } from '#kit/player/pull-to-refresh.tsx';
import { usePages } from '#kit/player/use-pages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { conversationMoved } from '../contract/events.ts';
import { conversationsContract } from '../contract.ts';
import { chatAddress } from './addresses.ts';

const { listOwnConversations } = conversationsContract;

/** /program/my/service: what one has written to shops, and the way to write to one. */
export default function ServicePage() {
  const t = useText();
  const fieldId = useShopHere();
  return (
    <OwnPage
      title={t('conversations:screen.service')}
      hint={t('conversations:own.nobodyHint')}
      back="/program/my"
      foot={
        <LinkButton to={fieldId ? chatAddress({ fieldId }) : shopsPath}>
          {t(fieldId ? 'conversations:own.writeToShop' : 'conversations:own.chooseShop')}
        </LinkButton>
      }
    >
      <Conversations />
    </OwnPage>
  );
}

function Conversations() {
  const t = useText();
  const answer = usePages(listOwnConversations, { size: 20 });
  useLive(conversationMoved, () => void answer.again());
  return (
    <PullToRefresh onRefresh={answer.again}>
      <EndlessList
        answer={answer}
        label={t('conversations:screen.service')}
        rowKey={({ id }) => id}
        row={(one) => (
          <Row
            to={chatAddress({ conversationId: one.id })}
            title={one.fieldName}
            value={<time dateTime={one.lastAt}>{momentText(one.lastAt)}</time>}
            note={one.lastText || t('conversations:own.wordless')}
            state={
              one.unread > 0 && (
                <Badge tone="bad">{t('conversations:own.unread', { count: one.unread })}</Badge>
              )
            }
          />
        )}
        empty={{ title: t('conversations:own.none'), hint: t('conversations:own.noneHint') }}
      />
    </PullToRefresh>
  );
}
