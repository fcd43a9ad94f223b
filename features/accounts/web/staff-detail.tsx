import { Button, Group, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Time } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { accountsContract } from '../contract.ts';
import { LogEntries } from './log-entries.tsx';
import { usePasswordReset } from './password-reset.tsx';
import { EnabledBadge } from './review-state.tsx';
import { UserAvatar } from './user-avatar.tsx';

type Staff = OutputOf<typeof accountsContract.staffDetail>;

function StaffHeader({ staff }: { staff: Staff }) {
  return (
    <Group wrap="nowrap">
      <UserAvatar name={staff.name} avatar={staff.avatar} size={52} />
      <div>
        <Text fw={650} size="lg">
          {staff.name}
        </Text>
        <Text size="sm" c="dimmed">
          {staff.account}
        </Text>
      </div>
      <EnabledBadge enabled={staff.enabled} />
    </Group>
  );
}

function SiteNames({ staff }: { staff: Staff }) {
  const t = useText();
  if (staff.allSites) return t('accounts:field.allSites');
  return (
    staff.sites.map((site) => site.name).join(t('accounts:page.listComma')) || t('accounts:page.noSites')
  );
}

function Details({ id }: { id: string }) {
  const reset = usePasswordReset();
  const editable = (staff: Staff) => staff.editable;
  const detail = defineDetail({
    endpoint: accountsContract.staffDetail,
    input: { id },
    header: (staff) => <StaffHeader staff={staff} />,
    sections: [
      {
        rows: [
          { label: 'accounts:field.realName', value: (staff) => staff.realName },
          { label: 'accounts:field.phone', value: (staff) => staff.phone },
          { label: 'accounts:field.role', value: (staff) => staff.roleName },
          { label: 'accounts:field.sites', value: (staff) => <SiteNames staff={staff} />, wide: true },
          { label: 'accounts:field.createdAt', value: (staff) => <Time value={staff.createdAt} /> },
          { label: 'accounts:field.lastLogin', value: (staff) => <Time value={staff.lastLoginAt} /> },
          { label: 'accounts:field.lastAddress', value: (staff) => staff.lastLoginAddress },
        ],
      },
      {
        title: 'accounts:page.recentLog',
        content: (staff) => <LogEntries entries={staff.recentLog} />,
      },
    ],
    actions: [
      {
        label: 'kit:action.edit',
        icon: 'edit',
        primary: true,
        visible: editable,
        needs: accountsContract.saveStaff,
        to: (staff) => `/addzzh?id=${staff.id}`,
      },
      {
        label: 'accounts:page.staff.reset',
        icon: 'key',
        visible: editable,
        needs: accountsContract.resetStaffPasswords,
        confirm: {
          title: 'accounts:page.staff.resetTitle',
          body: 'accounts:page.staff.resetBody',
          params: (staff) => ({ name: staff.name }),
        },
        run: (staff) => reset.start([staff.id]),
      },
    ],
    danger: [
      {
        label: 'accounts:page.enable',
        icon: 'circle-check',
        visible: (staff) => staff.editable && !staff.enabled,
        call: callOf(accountsContract.updateStaff, (staff: Staff) => ({ id: staff.id, enabled: true })),
        success: 'kit:action.done',
      },
      {
        label: 'accounts:page.disable',
        icon: 'power',
        visible: (staff) => staff.editable && staff.enabled,
        call: callOf(accountsContract.updateStaff, (staff: Staff) => ({ id: staff.id, enabled: false })),
        confirm: {
          title: 'accounts:page.staff.disableTitle',
          body: 'accounts:page.staff.disableBody',
          params: (staff) => ({ name: staff.name }),
        },
        success: 'kit:action.done',
      },
      {
        label: 'kit:action.remove',
        icon: 'trash',
        danger: true,
        visible: editable,
        needs: accountsContract.removeStaff,
        confirm: {
          title: 'accounts:page.staff.removeTitle',
          body: 'accounts:page.staff.removeBody',
          params: (staff) => ({ name: staff.name }),
        },
        run: (staff) => removeAndLeave(staff.id),
        success: 'kit:action.removed',
      },
    ],
    invalidates: [accountsContract.listStaff],
  });
  return (
    <>
      <DetailPage definition={detail} />
      {reset.dialog}
    </>
  );
}

/** The page goes first: refreshing a removed record would only show that it is gone. */
async function removeAndLeave(id: string): Promise<void> {
  await client.call(accountsContract.removeStaff, { ids: [id] });
  navigation.back();
  await invalidate(accountsContract.listStaff);
}

export default function StaffDetail() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id) return <Details id={id} />;
  return (
    <EmptyState
      title={t('accounts:page.staff.chooseOne')}
      action={
        <Button component={Link} to="/managezzh">
          {t('accounts:screen.staff')}
        </Button>
      }
    />
  );
}
