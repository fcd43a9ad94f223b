import { ActionIcon, Indicator } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { conversationsContract } from '../contract.ts';

const mostShown = 99;

/** In the top bar, for who may read them: how many messages of players wait to be read. */
export default function UnreadMark() {
  return useCan(conversationsContract.countUnread) ? <Mark /> : null;
}

function Mark() {
  const t = useText();
  const { data } = useCall(conversationsContract.countUnread, {});
  const count = data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <Indicator label={count > mostShown ? `${mostShown}+` : count} size={16} offset={9} color="red.8">
      <ActionIcon
        component={Link}
        to="/reply"
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('conversations:mark.unread', { count })}
      >
        <Icon name="message" size={20} />
      </ActionIcon>
    </Indicator>
  );
}
