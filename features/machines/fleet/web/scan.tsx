import scannedCodes from 'virtual:slots/scannedCodes';
import { Divider, Stack } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { deviceCodeOf } from '#kit/protocol/messages.ts';
import { useText } from '#kit/ui/i18n.ts';
import { QrScanner } from '#kit/ui/qr-scanner.tsx';
import { isInsideWechat } from '#kit/ui/wechat-scan.ts';
import { CodeEntry } from './code-entry.tsx';
import styles from './devices.module.css';
import { WechatScanner } from './wechat-scanner.tsx';

/** Scan or type the code on a machine, or another one that a feature knows; what it is and what to do with it comes next. */
export default function Scan() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const registering = query.get('for') === 'register';
  const then = query.get('then');
  const open = (text: string) => {
    const other = scannedCodes.find(({ filling }) => filling.isOne(text))?.filling;
    if (other) {
      void navigate(other.addressOf(text), { replace: true });
      return;
    }
    const found = new URLSearchParams({ equipmentId: deviceCodeOf(text) ?? text, ...(then && { then }) });
    void navigate(`${registering ? '/register_equip' : '/registered'}?${found}`, { replace: true });
  };
  return (
    <Stack gap="lg" className={styles.narrow}>
      {isInsideWechat() ? <WechatScanner onFound={open} /> : <QrScanner onFound={open} />}
      <Divider label={t('fleet:scan.or')} />
      <CodeEntry onEntered={open} />
    </Stack>
  );
}
