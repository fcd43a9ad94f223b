import { Stack, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { coinsContract } from '../contract.ts';
import { IssueForm } from './issue-form.tsx';
import { IssueLimit } from './issue-limit.tsx';
import { IssueList } from './issue-list.tsx';

/** /issue_coins: hand coins out, see what was handed out, and how much anybody may. */
export default function IssueCoins() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const mayIssue = useCan(coinsContract.issueToMember);
  const mayLimit = useCan(coinsContract.saveIssueLimit);
  const tabs = [
    ...(mayIssue ? [{ key: 'give', content: <IssueForm /> }] : []),
    { key: 'records', content: <IssueList /> },
    ...(mayLimit ? [{ key: 'limit', content: <IssueLimit /> }] : []),
  ];
  const open = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <Stack>
      <Tabs
        value={open?.key ?? null}
        keepMounted={false}
        onChange={(key) => key && setQuery({ tab: key }, { replace: true })}
      >
        <Tabs.List mb="md">
          {tabs.map(({ key }) => (
            <Tabs.Tab key={key} value={key}>
              {t(`coins:issue.tab.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, content }) => (
          <Tabs.Panel key={key} value={key}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
