/// What runs the scenarios of a package in continuous integration, where the package depends on Relaunch.
enum ContinuousIntegrationFile {
    static let gitHub = """
        # Runs the scenarios of this package. Failures become annotations at the lines of their steps.
        name: Relaunch
        on: [push, pull_request]
        jobs:
          scenarios:
            runs-on: ubuntu-latest
            container:
              image: swift:6.3
              # To trace targets, and room for their containers.
              options: --cap-add=SYS_PTRACE --shm-size=1g
            steps:
              - uses: actions/checkout@v4
              - run: swift run relaunch run
              - uses: actions/upload-artifact@v4
                if: failure()
                with:
                  name: containers
                  path: .relaunch/kept
                  include-hidden-files: true

        """

    static let gitLab = """
        # Runs the scenarios of this package. Merge requests show the report.
        relaunch:
          image: swift:6.3
          variables:
            # /dev/shm is small in a container by default.
            RELAUNCH_CONTAINERS: /tmp/containers
          script:
            - mkdir -p "$RELAUNCH_CONTAINERS"
            - swift run relaunch run --junit report.xml
          artifacts:
            when: always
            reports:
              junit: report.xml
            paths: [.relaunch/kept]

        """
}
