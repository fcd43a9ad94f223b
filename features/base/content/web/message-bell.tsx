import { ActionIcon, Indicator, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { contentContract } from '../contract.ts';
import bell from './message-bell.module.css';

const latest = 5;
const mostShown = 99;

/** The bell of the top bar: the number of unread messages and, on the desk, the latest ones. */
export default function MessageBell() {
  const t = useText();
  const desk = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(false);
  const { data } = useCall(contentContract.unreadMessages, {});
  const count = data?.count ?? 0;
  const label = count > 0 ? t('content:bell.unread', { count }) : t('content:bell.none');
  const marked = (button: ReactNode) => (
    <Indicator
      disabled={count === 0}
      label={count > mostShown ? `${mostShown}+` : count}
      size={16}
      offset={desk ? 7 : 11}
      color="red.8"
    >
      {button}
    </Indicator>
  );
  if (!desk)
    return marked(
      <ActionIcon component={Link} to="/systemMessage" variant="subtle" color="gray" aria-label={label}>
        <Icon name="bell" size={20} />
      </ActionIcon>,
    );
  return marked(
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={360} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={() => setOpen(!open)}>
          <Icon name="bell" size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="xs">{open && <LatestMessages onLeave={() => setOpen(false)} />}</Popover.Dropdown>
    </Popover>,
  );
}

function LatestMessages({ onLeave }: { onLeave: () => void }) {
  const t = useText();
  const { data } = useCall(contentContract.listMessages, { size: latest });
  return (
    <>
      {data?.records.length === 0 && <p className={bell.none}>{t('content:message.none')}</p>}
      <ul className={bell.list}>
        {data?.records.map((message) => (
          <li key={message.id}>
            <Link to={`/systemMessage?id=${message.id}`} className={bell.line} onClick={onLeave}>
              <span className={bell.dot} data-unread={message.read ? undefined : true} />
              <span className={bell.title} data-unread={message.read ? undefined : true}>
                {message.title}
              </span>
              <span className={bell.time}>
                <Time value={message.createdAt} pattern="m-d H:M" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/systemMessage" className={bell.all} onClick={onLeave}>
        {t('content:bell.all')}
      </Link>
    </>
  );
}
