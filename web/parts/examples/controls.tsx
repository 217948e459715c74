import { useState } from 'preact/hooks';
import { Button, LinkButton } from '../button.tsx';
import { Dialog, Question } from '../dialog/dialog.tsx';
import { Checkbox, Choice, Segments, SelectField, Switch, TextField } from '../form/field.tsx';
import { Icon } from '../icon.tsx';
import { Menu } from '../menu.tsx';
import { announce } from '../note/announce.ts';
import { Panel } from '../panel.tsx';
import { Badge, State } from '../status.tsx';

const KINDS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const nothing = () => undefined;

export function Controls() {
  const [dialog, setDialog] = useState('');
  const [range, setRange] = useState('24h');
  return (
    <div class="example-grid">
      <Panel title="Buttons">
        <div class="stack">
          {KINDS.map(kind => (
            <div class="chips" key={kind}>
              <Button kind={kind}>{kind === 'danger' ? 'Delete' : 'Save'}</Button>
              <Button kind={kind} icon={kind === 'danger' ? 'trash' : 'download'}>
                Export
              </Button>
              <Button kind={kind} busy="Saving…">
                Save
              </Button>
              <Button kind={kind} reason="Needs the role operator">
                Disabled
              </Button>
            </div>
          ))}
          <div class="chips">
            <Button size="compact">Compact</Button>
            <Button icon="refresh" label="Load again" />
            <Menu
              name="Row"
              class="button square"
              label="Actions for silo 3"
              entries={[
                { text: 'Ask for status', icon: 'refresh' },
                { text: 'Ping', icon: 'live' },
                { text: 'Disable', icon: 'disable' },
                { kind: 'rule' },
                { text: 'Delete', icon: 'trash', bad: true },
              ]}
            >
              <Icon name="more" />
            </Menu>
            <Segments
              label="Time range"
              value={range}
              onChange={setRange}
              options={[
                { value: '1h', text: '1 hour' },
                { value: '24h', text: '24 hours' },
                { value: '7d', text: '7 days' },
              ]}
            />
            <LinkButton href="#link" icon="plus" kind="primary">
              Add an endpoint
            </LinkButton>
            <a class="link small" href="#all">
              All alerts
            </a>
          </div>
          <div class="chips">
            <Button onClick={() => setDialog('question')}>Question</Button>
            <Button onClick={() => setDialog('dialog')}>Dialog</Button>
            <Button onClick={() => announce({ text: 'Alert acknowledged', tone: 'ok', undo: nothing })}>Toast</Button>
            <Button onClick={() => announce({ text: 'Not saved: the name is taken by silo 3', tone: 'error' })}>
              Failure
            </Button>
          </div>
        </div>
      </Panel>
      <Panel title="Inputs">
        <div class="form">
          <div class="form-row">
            <TextField label="Name" value="Greenhouse north" help="As your people call it" onInput={nothing} />
            <TextField label="EUI" mono value="fca8 4a01 0000 12" mistake="2 digits are missing" onInput={nothing} />
          </div>
          <div class="form-row">
            <SelectField
              label="Device model"
              value="1"
              options={[{ value: '1', text: 'TH-2 climate' }]}
              onChange={nothing}
            />
            <TextField label="Expected interval" type="number" value="15" unit="min" onInput={nothing} />
          </div>
          <div class="form-row">
            <TextField label="Description" optional value="" placeholder="roof east" onInput={nothing} />
            <TextField
              label="Organization"
              value="Hof Brinkmann"
              disabled
              help="Needs the role owner"
              onInput={nothing}
            />
          </div>
          <div class="chips">
            <Checkbox checked={false} onChange={nothing}>
              Off
            </Checkbox>
            <Checkbox checked onChange={nothing}>
              On
            </Checkbox>
            <Checkbox checked={false} some onChange={nothing}>
              Some
            </Checkbox>
            <Switch checked={false} onChange={nothing}>
              Off
            </Switch>
            <Switch checked onChange={nothing}>
              On
            </Switch>
          </div>
          <Choice
            label="Key"
            value="zip"
            onChange={nothing}
            options={[
              { value: 'zip', text: 'Made here, as ZIP', help: 'Certificate, key and authority as separate files' },
              { value: 'p12', text: 'Made here, as PKCS #12' },
            ]}
          />
        </div>
      </Panel>
      <Panel title="State">
        <div class="stack">
          <div class="chips states">
            <State icon="online" tone="ok">
              Online
            </State>
            <State icon="offline" tone="error">
              Offline
            </State>
            <State icon="dotted" tone="muted">
              Never connected
            </State>
            <State icon="disable" tone="muted">
              Disabled
            </State>
            <State icon="inactive" tone="warning">
              Inactive
            </State>
            <State icon="suspended" tone="muted">
              Suspended
            </State>
          </div>
          <div class="chips">
            <Badge icon="info" tone="info">
              Info
            </Badge>
            <Badge icon="warning" tone="warning">
              Warning
            </Badge>
            <Badge icon="error" tone="error">
              Error
            </Badge>
            <Badge icon="critical" tone="critical">
              Critical
            </Badge>
            <Badge>unknown</Badge>
            <Badge tone="accent">default</Badge>
            <span class="tag">floor=2</span>
          </div>
          <div class="chips">
            <Badge icon="error" tone="error" pill>
              2 troubles, since 11:38
            </Badge>
            <Badge icon="done" tone="ok" pill>
              Everything is well
            </Badge>
          </div>
        </div>
      </Panel>
      {dialog === 'question' && (
        <Question
          title="Delete Greenhouse north?"
          text="It is detached and its 3 waiting downlinks are revoked. Its messages stay until 21 Feb 2027."
          verb="Delete"
          onCancel={() => setDialog('')}
          onConfirm={() => setDialog('')}
        />
      )}
      {dialog === 'dialog' && (
        <Dialog
          title="Create an API key"
          onClose={() => setDialog('')}
          foot={
            <>
              <span class="meta">The key is shown once, right after this</span>
              <Button onClick={() => setDialog('')}>Cancel</Button>
              <Button kind="primary" type="submit">
                Create
              </Button>
            </>
          }
        >
          <TextField
            label="Name"
            value="Irrigation"
            help="Who uses it, so that you know it in a year"
            onInput={nothing}
          />
        </Dialog>
      )}
    </div>
  );
}
