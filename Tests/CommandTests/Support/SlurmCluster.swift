import Foundation

/// A real Slurm on this machine alone: a controller and two nodes.
enum SlurmCluster {
    static let isPossible =
        geteuid() == 0 && Tool.isThere("munged", "slurmctld", "slurmd", "sbatch", "scontrol")

    /// What stands in `slurm.conf`, where the shell knows `$home`.
    private static var configuration: String {
        // Other tests may have one at the same time.
        let port = 20_000 + Int(getpid()) % 10_000 * 4
        return """
            ClusterName=test
            SlurmctldHost=localhost(127.0.0.1)
            SlurmctldPort=\(port)
            SlurmUser=root
            AuthType=auth/munge
            AuthInfo=socket=$home/munge/socket
            CredType=cred/munge
            StateSaveLocation=$home/state
            SlurmdSpoolDir=$home/spool-%n
            SlurmctldPidFile=$home/slurmctld.pid
            SlurmdPidFile=$home/slurmd-%n.pid
            SlurmctldLogFile=$home/slurmctld.log
            SlurmdLogFile=$home/slurmd-%n.log
            ProctrackType=proctrack/pgid
            TaskPlugin=task/none
            MpiDefault=none
            SchedulerType=sched/builtin
            SelectType=select/cons_tres
            SelectTypeParameters=CR_CPU
            NodeName=n[1-2] NodeHostname=$(hostname) NodeAddr=127.0.0.1 \
            Port=[\(port + 1)-\(port + 2)] CPUs=1
            PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
            """
    }

    /// A shell script that starts it, submits `recipe.sh`, kills the first task as soon as it has begun
    /// and has it begin again, waits until all tasks have ended well, and ends everything.
    static func script(submitting recipe: String) -> String {
        """
        set -e
        home=$PWD/slurm
        mkdir -p $home/munge $home/state
        chmod 700 $home/munge
        head -c 1024 /dev/urandom >$home/munge/key
        chmod 400 $home/munge/key
        cat >$home/slurm.conf <<END
        \(configuration)
        END
        export SLURM_CONF=$home/slurm.conf
        daemons=
        trap 'kill $daemons; wait' EXIT

        within_two_minutes() {
            tries=0
            until eval "$1"; do
                tries=$((tries + 1))
                if [ $tries -gt 1200 ]; then
                    echo "not within two minutes: $1"
                    cat $home/*.log
                    exit 9
                fi
                sleep 0.1
            done
        }

        munged --foreground --force --key-file=$home/munge/key --socket=$home/munge/socket \
            --pid-file=$home/munge/pid --seed-file=$home/munge/seed &
        daemons=$!
        within_two_minutes '[ -e $home/munge/socket ]'
        slurmctld -D &
        daemons="$daemons $!"
        for node in n1 n2; do
            slurmd -D -N $node &
            daemons="$daemons $!"
        done
        within_two_minutes '[ "$(sinfo -h -t idle -o %D)" = 2 ]'
        job=$(sbatch --parsable --output=task-%a.log \(recipe))
        within_two_minutes '[ -e share-1/run.json ]'
        scontrol requeue ${job}_1
        # It would wait for two minutes.
        within_two_minutes 'scontrol update JobId=${job}_1 StartTime=now
            scontrol show job ${job}_1 | grep -q Restarts=1 &&
                scontrol show job ${job}_1 | grep -Eq "JobState=(RUNNING|COMPLETED)"'
        within_two_minutes '! squeue -h -t all -j $job -o %T | grep -qv COMPLETED'
        """
    }
}
