"""What watches over a server: its figures, the alert rules and the dashboard."""

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import pages
from claims import runs
from machine import PROGRAM, ReaderTest
from server_process import free_port

FOLDER = pages.ROOT / "deploy/monitoring"


# Of three machines: the one that decides hears two, then itself alone, then it is the only one there is; and one
# without a bus.
RULE_TESTS = """
rule_files: [alerts.yml]
evaluation_interval: 30s
tests:
  - interval: 30s
    input_series:
      - { series: 'tilerace_hub{job="tilerace",instance="a"}', values: "1x40" }
      - { series: 'tilerace_hub{job="tilerace",instance="b"}', values: "0x20 stale" }
      - { series: 'tilerace_hub{job="tilerace",instance="c"}', values: "0x20 stale" }
      - { series: 'tilerace_nodes_linked{job="tilerace",instance="a"}', values: "3x10 1x29" }
      - { series: 'tilerace_nodes_linked{job="tilerace",instance="b"}', values: "0x20 stale" }
      - { series: 'tilerace_hub{job="alone",instance="d"}', values: "1x40" }
      - { series: 'tilerace_nodes_linked{job="alone",instance="d"}', values: "0x40" }
    alert_rule_test:
      - { eval_time: 5m, alertname: TileraceHubAlone, exp_alerts: [] }
      - eval_time: 8m
        alertname: TileraceHubAlone
        exp_alerts:
          - exp_labels: { severity: critical, job: tilerace }
            exp_annotations:
              summary: The machine of Tilerace that decides hears only 1 of all, itself among them
              description: %s
      - { eval_time: 15m, alertname: TileraceHubAlone, exp_alerts: [] }
"""


# Of every other rule: the series that raise it, those that come near and do not, the seconds for which they must last,
# and the labels beside the machine's by which the alarm is known. A sample every 30 s.
STEP = 30
DAY = 86_400
HISTOGRAM = [("le", bound) for bound in ("0.1", "0.25", "0.5", "1", "+Inf")]


def buckets(name, *steps):
    """A histogram's series, whose buckets grow by so much in each sample."""
    return {f'{name}_bucket{{le="{bound}"}}': f"0+{step}x200" for (_, bound), step in zip(HISTOGRAM, steps, strict=True)}


ALARMS = {
    "TileraceDown": ({"up": "0x200"}, {"up": "0x3 1x200"}, 120, {}),
    "TileraceNotReady": ({"tilerace_ready": "0x200"}, {"tilerace_ready": "0 1x200"}, 60, {}),
    "TileraceCannotWrite": ({"tilerace_commit_failures_total": "0x5 1x200"}, {"tilerace_commit_failures_total": "7x200"}, 0, {}),
    # Below zero where it cannot be told.
    "TileraceDiskFills": ({"tilerace_disk_free_bytes": "1073741823x200"}, {"tilerace_disk_free_bytes": "-1x30 1073741824x200"}, 600, {}),
    "TileraceCertificateEnds": (
        {"tilerace_certificate_end_timestamp_seconds": f"{14 * DAY}x200"},
        {"tilerace_certificate_end_timestamp_seconds": f"0x20 {15 * DAY}x200"}, 600, {}),
    "TileraceBackupFailed": (
        {'tilerace_backups_total{outcome="failed"}': "0x5 1x200"},
        {'tilerace_backups_total{outcome="good"}': "0x5 1x200", 'tilerace_backups_total{outcome="failed"}': "3x200"}, 0,
        {"outcome": "failed"}),
    "TileraceBackupOld": (
        {"tilerace_newest_backup_timestamp_seconds": f"1x{2 * DAY // STEP + 200}"},
        # Two days old but for ten minutes when it is looked at last.
        {"tilerace_newest_backup_timestamp_seconds": f"0x80 2400x{2 * DAY // STEP + 200}"}, 600, {}),
    "TileraceNoBackup": (
        {"tilerace_backups_set": "1x400", "tilerace_newest_backup_timestamp_seconds": "0x400"},
        {"tilerace_backups_set": "0x400", "tilerace_newest_backup_timestamp_seconds": "0x400"}, 3600, {}),
    "TileraceWebhookDead": (
        {'tilerace_webhooks_total{outcome="dead"}': "0x5 1x200"}, {'tilerace_webhooks_total{outcome="failed"}': "0x5 1x200"}, 0,
        {"outcome": "dead"}),
    "TileraceSlowDisk": (
        buckets("tilerace_commit_seconds", 10, 90, 100, 100, 100), buckets("tilerace_commit_seconds", 10, 100, 100, 100, 100), 600, {}),
    "TileraceSlowGuesses": (
        buckets("tilerace_guess_seconds", 10, 50, 90, 100, 100), buckets("tilerace_guess_seconds", 10, 50, 100, 100, 100), 600, {}),
    "TileraceFull": ({"tilerace_connections_refused_total": "0+2x200"}, {"tilerace_connections_refused_total": "0+1x200"}, 600, {}),
    # The other half of the same rule.
    "TileraceFull ": ({"tilerace_accept_pauses_total": "0+2x200"}, {"tilerace_accept_pauses_total": "0+1x200"}, 600, {}),
    "TileraceSlowReaders": (
        {'tilerace_connections_cut_total{reason="memory"}': "0x5 1x200"}, {'tilerace_connections_cut_total{reason="slow"}': "0x5 9x200"}, 0,
        {"reason": "memory"}),
    "TileraceErrors": (
        {'tilerace_http_responses_total{status="5xx"}': "0+3x200"},
        {'tilerace_http_responses_total{status="5xx"}': "0+2x200", 'tilerace_http_responses_total{status="4xx"}': "0+9x200"}, 600, {}),
    "TileraceNoHub": ({"tilerace_hub": "0x200"}, {"tilerace_hub": "0 1x200"}, 30, {}),
    "TileraceNotLinked": ({"tilerace_hub_linked": "0x200"}, {"tilerace_hub_linked": "0 1x200"}, 60, {}),
    "TileraceLeaseLapses": ({"tilerace_lease_lapses_total": "0x5 1x200"}, {"tilerace_lease_lapses_total": "4x200"}, 0, {}),
    "TileraceLinksLost": ({"tilerace_links_lost_total": "0x5 8x200"}, {"tilerace_links_lost_total": "0x5 6x200"}, 0, {}),
}
# Machines' series are added up, or the greatest is taken: what the alarm names is the machine, or the job.
SUMMED = {"TileraceSlowDisk": "instance", "TileraceSlowGuesses": "instance", "TileraceErrors": "instance", "TileraceNoHub": "job"}
# When it is to be raised, in samples, where that is not soon.
LATE = {"TileraceBackupOld": 2 * DAY // STEP + 60}


class AlertRules(unittest.TestCase):
    def rules(self):
        """The rules as they stand: name → (severity, summary, description)."""
        rules = {}
        for block in (FOLDER / "alerts.yml").read_text().split("- alert: ")[1:]:
            said = [re.search(rf"^ +{field}: (.*)$", block, re.MULTILINE)[1].strip('"') for field in ("summary", "description")]
            rules[block.split("\n")[0]] = (re.search(r"severity: (\w+)", block)[1], *said)
        return rules

    def judge(self, tests):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(FOLDER / "alerts.yml", folder)
            file = Path(folder) / "tests.yml"
            # JSON is YAML.
            file.write_text(json.dumps({"rule_files": ["alerts.yml"], "evaluation_interval": f"{STEP}s", "tests": tests}))
            done = subprocess.run(["promtool", "test", "rules", file], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_rule_raises_its_alarm_in_time_and_not_before_and_not_for_what_comes_near(self):
        rules = self.rules()
        self.assertEqual({name.strip() for name in ALARMS} | {"TileraceHubAlone"}, set(rules), "a rule without a test, or a test without a rule")
        machine = {"job": "tilerace", "instance": "one"}

        def series(values):
            return [
                {"series": name.rstrip("}") + ("," if "{" in name else "{") + 'job="tilerace",instance="one"}', "values": value}
                for name, value in values.items()]

        tests = []
        for name, (raising, quiet, lasting, labels) in ALARMS.items():
            name = name.strip()
            severity, summary, description = rules[name]
            known = {SUMMED[name]: machine[SUMMED[name]]} if name in SUMMED else {**machine, **labels}
            alarm = {"exp_labels": {"severity": severity, **known},
                     "exp_annotations": {"summary": summary.replace("{{ $labels.instance }}", "one"), "description": description}}
            # What is so from the first sample on is known at once; what grows, by its increase over some minutes.
            grows = any("+" in value or " " in value for value in raising.values())
            late = LATE.get(name, 0 if not grows else 20 if lasting else 10) * STEP
            checks = [{"eval_time": f"{late + lasting + STEP}s", "alertname": name, "exp_alerts": [alarm]}]
            if lasting:
                checks.append({"eval_time": f"{lasting - STEP}s", "alertname": name, "exp_alerts": []})
            tests.append({"interval": f"{STEP}s", "input_series": series(raising), "alert_rule_test": checks})
            never = [{"eval_time": f"{sample * STEP}s", "alertname": name, "exp_alerts": []} for sample in [*range(0, 160, 5), LATE.get(name, 160)]]
            tests.append({"interval": f"{STEP}s", "input_series": series(quiet), "alert_rule_test": never})
        self.judge(tests)

    def test_a_machine_that_decides_and_is_not_heard_by_others_raises_an_alarm(self):
        rules = (FOLDER / "alerts.yml").read_text()
        description = re.search(r"alert: TileraceHubAlone$.*?description: (.*?)$", rules, re.MULTILINE | re.DOTALL)[1]
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "alerts.yml").write_text(rules)
            tests = Path(folder) / "tests.yml"
            tests.write_text(RULE_TESTS % description)
            done = subprocess.run(["promtool", "test", "rules", tests], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Monitoring(ReaderTest):
    @runs("docs/monitoring.md", "rule_files: [alerts.yml]")
    def test_rules_and_dashboard_ask_for_figures_that_there_are(self, block):
        figures = free_port()
        port, interrupt = self.serve(f"{PROGRAM} serve --metrics-address 127.0.0.1:{figures} --port {free_port()}")
        head, body = self.fetch("/metrics", figures)
        self.assertTrue(self.fetch("/metrics", port)[0].startswith("HTTP/1.1 404"))
        interrupt()
        self.assertIn("localhost:9464", block.text)
        body = body.decode()
        self.assertTrue(head.startswith("HTTP/1.1 200"), head)
        known = set(re.findall(r"^(tilerace_\w+)", body, re.MULTILINE))
        labels = {f'{name}{{{label}="{value}"' for name, label, value in re.findall(r'^(tilerace_\w+)\{(\w+)="([^"]+)"', body, re.MULTILINE)}
        dashboard = json.loads((FOLDER / "dashboard.json").read_text())
        asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
        rules = (FOLDER / "alerts.yml").read_text()
        asked += re.findall(r"^ +expr: (.*)$", rules, re.MULTILINE)
        self.assertGreater(len(asked), 25)
        for expression in asked:
            names = re.findall(r"\btilerace_\w+", expression)
            self.assertTrue(names or "up{" in expression, expression)
            self.assertLessEqual(set(names), known, expression)
            # A label's value that no figure has would never be true.
            for name, label, value in re.findall(r'(tilerace_\w+)\{(reason|status|outcome)="(\w+)"\}', expression):
                self.assertIn(f'{name}{{{label}="{value}"', labels)
        # Every figure is on the dashboard, but for the parts of a histogram that Prometheus makes itself.
        shown = set(re.findall(r"\btilerace_\w+", " ".join(asked)))
        missing = {name for name in known if name not in shown and not name.endswith(("_sum", "_count", "_bucket"))}
        self.assertEqual(missing, set())
        self.assertIn('job="tilerace"', rules)
        self.assertIn("job_name: tilerace", block.text)
        # The page advises no other bound than the rule has.
        slow = re.search(r"tilerace_commit_seconds_bucket\[5m\]\)\)\) (> [0-9.]+)", rules)[1]
        self.assertIn(f"tilerace_commit_seconds_bucket[5m])) {slow}`", (pages.ROOT / "docs/monitoring.md").read_text())
        promtool = shutil.which("promtool")
        self.assertIsNotNone(promtool, "promtool is missing: install Debian's package prometheus, as ./test does")
        subprocess.run([promtool, "check", "rules", FOLDER / "alerts.yml"], check=True, capture_output=True)
        subprocess.run([promtool, "check", "metrics"], input=body.encode(), check=True, capture_output=True)
        settings = self.repository / "prometheus.yml"
        settings.write_text(block.text)
        shutil.copy(FOLDER / "alerts.yml", self.repository)
        subprocess.run([promtool, "check", "config", settings], check=True, capture_output=True)
