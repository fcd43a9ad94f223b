import wechatSignatures from 'virtual:slots/wechatSignatures';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { QrScanner } from '#kit/ui/qr-scanner.tsx';
import {
  isLoadedHere,
  loadWechatSdk,
  openWechat,
  scanInWechat,
  type WechatSdk,
} from '#kit/ui/wechat-scan.ts';

async function openScanner(): Promise<WechatSdk> {
  const [url = ''] = window.location.href.split('#', 1);
  const sign = wechatSignatures[0]?.filling;
  if (!sign) throw new Error('nobody signs pages for WeChat');
  const [sdk, signature] = await Promise.all([loadWechatSdk(), sign(url)]);
  await openWechat(sdk, signature);
  return sdk;
}

/** WeChat's own scanner, which is quicker than a camera in a page; where it can not be had, the camera. */
export function WechatScanner({ onFound }: { onFound: (text: string) => void }) {
  const t = useText();
  const [failed, setFailed] = useState(false);
  const [scanning, setScanning] = useState(false);
  const sdk = useRef<Promise<WechatSdk>>(undefined);
  const found = useRef(onFound);
  found.current = onFound;

  const scan = useCallback(async () => {
    setScanning(true);
    try {
      sdk.current ??= openScanner();
      const text = await scanInWechat(await sdk.current);
      if (text) found.current(text);
    } catch {
      setFailed(true);
    } finally {
      setScanning(false);
    }
  }, []);

  useEffect(() => {
    if (isLoadedHere()) void scan();
    else window.location.reload();
  }, [scan]);

  if (failed)
    return (
      <Stack gap="sm">
        <Alert color="orange">{t('fleet:scan.wechatFailed')}</Alert>
        <QrScanner onFound={onFound} />
      </Stack>
    );
  return (
    <Stack gap="sm" align="center">
      <Text c="dimmed">{t('fleet:scan.wechatHint')}</Text>
      <Button size="lg" loading={scanning} leftSection={<Icon name="scan" />} onClick={() => void scan()}>
        {t('fleet:scan.wechat')}
      </Button>
    </Stack>
  );
}
